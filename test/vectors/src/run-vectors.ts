import { isObject, type Json } from "./json.js";
import type { Verdict } from "./verdict.js";

const atATime = 16;

interface Runnable {
  readonly given: Json | undefined;
  readonly when: Json | undefined;
}

/**
 * Runs vectors, several at a time; those that block the thread and those that depend on time afterwards, one by one. Verdicts in the order
 * of the vectors.
 */
export async function runVectors<Vector extends Runnable>(
  vectors: readonly Vector[],
  run: (vector: Vector) => Promise<Verdict>,
): Promise<readonly Verdict[]> {
  const isAlone = ({ given, when }: Vector) => blocks(given) || dependsOnTime(when);
  const verdicts = new Map<Vector, Verdict>();
  const work = async (queue: Iterator<Vector>) => {
    for (let next = queue.next(); !next.done; next = queue.next()) verdicts.set(next.value, await run(next.value));
  };
  const together = vectors.filter((vector) => !isAlone(vector)).values();
  await Promise.all(Array.from({ length: atATime }, () => work(together)));
  for (const vector of vectors.filter(isAlone)) verdicts.set(vector, await runAlone(vector, run));
  return vectors.flatMap((vector) => verdicts.get(vector) ?? []);
}

const mostRuns = 3;

/** The machine may be busy with something else, which no vector is about: one that depends on time fails if it fails each time. */
async function runAlone<Vector extends Runnable>(vector: Vector, run: (vector: Vector) => Promise<Verdict>): Promise<Verdict> {
  let verdict = await run(vector);
  for (let runs = 1; runs < mostRuns && verdict.status === "failed" && dependsOnTime(vector.when); runs++) verdict = await run(vector);
  return verdict;
}

/** Whether it measures time, or ends something when a time is over. */
function dependsOnTime(when: unknown): boolean {
  if (!isObject(when)) return false;
  if (["measure", "ticker", "spacing_ms", "cancel_after_ms"].some((key) => key in when)) return true;
  if (Array.isArray(when.steps)) return when.steps.some((step) => isObject(step) && "invoke_cancelled_after_ms" in step);
  return isObject(when.call_params) && "retry_timeout" in when.call_params;
}

/** Whether something in it waits without letting others run. */
function blocks(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  if (isObject(part) && part.mode === "sync" && [part.do, part.behaviour].some(waits)) return true;
  return Object.values(part).some(blocks);
}

function waits(steps: unknown): boolean {
  return Array.isArray(steps) && steps.some((step) => isObject(step) && Object.keys(step).some((key) => key.startsWith("sleep_")));
}
