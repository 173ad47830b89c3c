import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Executor, ExecutorResult } from "@acta/actions/executor";
import { pause } from "../files.js";
import type { Finding } from "../finding.js";
import { run } from "../tools.js";

const calls = 4;

/** Four calls that compute, at once, and how late the loop of their caller is meanwhile. */
export async function loopDelay(executor: Executor, forMs: number, rounds: number, mostMs: number): Promise<Finding> {
  const quiet = monitorEventLoopDelay({ resolution: 5 });
  quiet.enable();
  await pause(forMs);
  quiet.disable();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await pause(20);
  const results: ExecutorResult[] = [];
  for (let round = 0; round < rounds; round++) {
    results.push(...(await Promise.all(Array.from({ length: calls }, () => run(executor, "work", { forMs })))));
    await pause(20);
  }
  delay.disable();
  const [p99, most] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  const wrong = results.flatMap(({ kind }) => (kind === "returned" ? [] : [`a call ended ${kind}`]));
  if (p99 > mostMs) wrong.push(`p99 of the loop's delay is ${Math.round(p99)} ms, more than ${mostMs} ms`);
  return {
    scene: `${calls} calls that compute for ${forMs} ms each, ${rounds} times, ${executor.name}`,
    figures: { p99, most, "p99 of a loop without calls": quiet.percentile(99) / 1e6 },
    wrong,
  };
}
