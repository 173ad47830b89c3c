import type { ThreadsExecutor } from "@acta/executor-threads";
import { spreadOf } from "../figures.js";
import { pause } from "../files.js";
import type { Finding } from "../finding.js";
import { goesOn, run, type ToolName } from "../tools.js";

export const kinds: readonly ToolName[] = [
  "endlessLoop",
  "catastrophicRegularExpression",
  "atomicsWait",
  "endlessMicrotasks",
  "memoryBomb",
  "deepRecursion",
];
/** What only a process survives, because it is not the caller's. */
export const kindsForProcesses: readonly ToolName[] = [...kinds, "largeMemoryBomb"];
const mostMs = 500;

/**
 * Tools that never end by themselves, one after the other in the one thread of an executor; each must be answered for at its deadline, with
 * an end that is confirmed, and the next call must be as ever.
 */
export async function runaways(
  executor: ThreadsExecutor,
  those: readonly ToolName[],
  rounds: number,
  patienceMs = 5_000,
): Promise<Finding> {
  const wrong: string[] = [];
  const ends: number[] = [];
  let fine = 0;
  await goesOn(executor);
  for (let round = 0; round < rounds; round++) {
    const kind = those[round % those.length] as ToolName;
    const { problem, afterMs } = await runaway(executor, kind, patienceMs);
    if (problem) wrong.push(`${kind}: ${problem}`);
    if (problem === unanswered) break;
    if (afterMs !== undefined) ends.push(afterMs);
    if (await goesOn(executor)) fine++;
    else wrong.push(`${kind}: the next call is not answered as ever`);
  }
  const { median, p95, most } = spreadOf(ends);
  if (median > mostMs) wrong.push(`the median end is ${Math.round(median)} ms after the deadline, more than ${mostMs} ms`);
  const figures = { "ms after the deadline: median": median, p95, most, "ended before it": rounds - ends.length, "next call fine": fine };
  return { scene: `${rounds} runaways of ${Math.min(rounds, those.length)} kinds, ${executor.name}`, figures, wrong };
}

const unanswered = "was not answered for";
/** A bomb goes off by itself, if it is given the time. */
const isBomb = (kind: ToolName) => kind === "memoryBomb" || kind === "largeMemoryBomb";
const deadlineOf = (kind: ToolName) => (isBomb(kind) ? 5_000 : 40);

async function runaway(executor: ThreadsExecutor, kind: ToolName, patienceMs: number) {
  // So that it is not the next call that waits.
  while (executor.load.idle === 0) await pause(1);
  const controller = new AbortController();
  const running = run(executor, kind, {}, controller.signal).then((result) => ({ result, at: performance.now() }));
  await Promise.race([running, pause(deadlineOf(kind))]);
  const deadline = performance.now();
  controller.abort(new Error("the deadline"));
  const ended = await Promise.race([running, pause(patienceMs)]);
  if (!ended) return { problem: unanswered };
  const { result, at } = ended;
  if (result.kind === "lost") return { problem: isBomb(kind) ? undefined : `it was lost: ${result.reason}` };
  if (result.kind !== "stopped") return { problem: `it ended ${result.kind}` };
  if (!result.confirmed || result.executed !== "unknown") return { problem: `confirmed ${result.confirmed}, executed ${result.executed}` };
  return { problem: undefined, afterMs: at - deadline };
}
