import { isObject, type Json } from "./json.js";
import type { Verdict } from "./verdict.js";

const atATime = 16;

interface Runnable {
  readonly given: Json | undefined;
  readonly when: Json | undefined;
}

/**
 * Runs vectors, several at a time; those that block the thread, and those that `needsQuiet` names, afterwards, one by one. Verdicts in the
 * order of the vectors.
 */
export async function runVectors<Vector extends Runnable>(
  vectors: readonly Vector[],
  run: (vector: Vector) => Promise<Verdict>,
  needsQuiet: (vector: Vector) => boolean = () => false,
): Promise<readonly Verdict[]> {
  const isAlone = (vector: Vector) => blocks(vector.given) || needsQuiet(vector);
  const verdicts = new Map<Vector, Verdict>();
  const work = async (queue: Iterator<Vector>) => {
    for (let next = queue.next(); !next.done; next = queue.next()) verdicts.set(next.value, await run(next.value));
  };
  const together = vectors.filter((vector) => !isAlone(vector)).values();
  await Promise.all(Array.from({ length: atATime }, () => work(together)));
  await work(vectors.filter(isAlone).values());
  return vectors.flatMap((vector) => verdicts.get(vector) ?? []);
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
