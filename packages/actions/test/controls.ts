import { CheckFailed, type ExecutorSubject, executorCases, runCases } from "../src/conformance.js";
import type { Executor } from "../src/executor.js";
import type { BrokenExecutor } from "./broken-executors.js";

/** The cases that lack a broken executor, and the broken executors that their case lets through. */
export async function missedControls(
  brokenExecutors: readonly BrokenExecutor[],
  subjectOf: (name: string, breaks: (executor: Executor) => Executor) => ExecutorSubject,
  isCovered: (needs: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { caughtBy, defect, breaks } of brokenExecutors) {
    const cases = executorCases.filter(({ id }) => id === caughtBy);
    const subject = subjectOf(defect, (executor) => brokenBy(breaks, executor));
    const [result] = await runCases(subject, { cases, timeoutMs: 300 });
    if (result?.outcome !== "failed" || !CheckFailed.isInstance(result.error))
      missed.push(`${caughtBy} lets an executor through that ${defect}`);
  }
  for (const { id, needs = [] } of executorCases)
    if (isCovered(needs) && !brokenExecutors.some(({ caughtBy }) => caughtBy === id)) missed.push(`${id} has no broken executor`);
  return missed;
}

function brokenBy(breaks: BrokenExecutor["breaks"], executor: Executor): Executor {
  const { name, capabilities } = executor;
  const sound: Executor = { name, capabilities, execute: (call) => executor.execute(call), close: () => executor.close?.() };
  return { ...sound, ...breaks(sound) };
}
