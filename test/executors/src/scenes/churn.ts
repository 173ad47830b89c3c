import type { ThreadsExecutor } from "@acta/executor-threads";
import type { Finding } from "../finding.js";
import { type Held, type Holds, held } from "../held.js";
import { goesOn, run } from "../tools.js";

/** How much more may be held at the end than at the beginning. */
export type Tolerance = Holds;

const samples = 10;

/** Many calls, a tenth of them ended by force: what this process holds must not grow. */
export async function churn(executor: ThreadsExecutor, calls: number, tolerance: Tolerance): Promise<Finding> {
  const wrong: string[] = [];
  const seen: Held[] = [];
  let kills = 0;
  for (let index = 1; index <= calls; index++) {
    const isFine = index % 10 === 0 ? await isKilled(executor) : await goesOn(executor);
    if (!isFine) wrong.push(`call ${index} did not end as it should`);
    if (index % 10 === 0) kills++;
    if (index % Math.ceil(calls / samples) === 0) seen.push(held());
  }
  const [early, late] = [mostOf(seen.slice(1, 4)), mostOf(seen.slice(-3))];
  for (const [what, more] of Object.entries(tolerance) as [keyof Holds, number][]) {
    const growth = late[what] - early[what];
    if (growth > more) wrong.push(`${what}: ${growth} more at the end than at the beginning`);
  }
  const growth = Object.fromEntries(Object.entries(late).map(([what, value]) => [`${what} ${early[what as keyof Holds]} to`, value]));
  return { scene: `${calls} calls, ${kills} of them killed, ${executor.name}`, figures: growth, wrong };
}

async function isKilled(executor: ThreadsExecutor): Promise<boolean> {
  const controller = new AbortController();
  const running = run(executor, "endlessLoop", {}, controller.signal);
  setTimeout(() => controller.abort(), 1);
  const result = await running;
  return result.kind === "stopped" && result.confirmed;
}

const mostOf = (all: readonly Held[]): Held => ({
  threads: Math.max(...all.map(({ threads }) => threads)),
  files: Math.max(...all.map(({ files }) => files)),
  handles: Math.max(...all.map(({ handles }) => handles)),
  megabytes: Math.max(...all.map(({ megabytes }) => megabytes)),
});
