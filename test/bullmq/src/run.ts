import { carried, caught, costs, type Finding, killed, restarted, survived } from "./findings.js";
import type { Options } from "./options.js";
import { compareCost } from "./scenes/cost.js";
import { killWorkers } from "./scenes/kills.js";
import { losePower, restartRedis } from "./scenes/restarts.js";
import { throughput } from "./scenes/throughput.js";

/** Calls that run at once in the scenes with a restart. */
const atOnce = 8;

/** Everything, one thing after the other. */
export async function* run(program: string, { kills, calls, seed }: Options): AsyncGenerator<Finding> {
  for (const workers of [1, 2, 4]) yield carried(await throughput(program, calls, workers));
  for (const cost of await compareCost(program, { calls: 500, rounds: 21 })) yield costs(cost);

  yield killed(`${kills} kills of a worker`, await killWorkers({ program, kills, seed }));
  const few = Math.max(5, Math.ceil(kills / 5));
  yield killed(`${few} kills, and somebody puts the jobs back`, await killWorkers({ program, kills: few, seed, meddled: true }));
  const bare = await killWorkers({ program, kills: few, seed, kind: "bare" });
  yield caught(`${few} kills of workers without guard and claim run calls twice`, bare, (facts) => facts.attemptsTwice > 0);

  const kept = { program, calls: 600, fsync: "everysec" } as const;
  yield restarted("Redis stopped and started", await restartRedis({ ...kept, signal: "SIGTERM" }), atOnce);
  yield restarted("Redis killed and started", await restartRedis({ ...kept, signal: "SIGKILL" }), atOnce);
  const forgotten = await restartRedis({ ...kept, fsync: "forgets", signal: "SIGKILL" });
  yield caught("a Redis that forgets loses answers, and says so", forgotten, (facts) => facts.lost > atOnce);

  yield survived("power lost, unsafe calls with claims", await losePower({ program, calls: 400, effect: "unsafe" }));
  const unclaimed = await losePower({ program, calls: 400, effect: "idempotent" });
  yield caught("power lost, calls without claims run twice", unclaimed, (facts) => facts.attemptsTwice > 0);
}
