import { setTimeout as pause } from "node:timers/promises";
import { Caller, type Facts, factsOf } from "../calls.js";
import type { Fsync } from "../own-redis.js";
import { inPlace } from "../place.js";
import { type EffectName, effects } from "../tools.js";

export interface RestartOptions {
  readonly program: string;
  readonly calls: number;
  readonly fsync: Fsync;
  readonly signal: "SIGTERM" | "SIGKILL";
}

/** Redis is stopped in the middle of the calls and started again, before a worker counts as dead. */
export function restartRedis({ program, calls, fsync, signal }: RestartOptions): Promise<Facts> {
  return inPlace({ program, fsync, lockMs: 10_000 }, async (place) => {
    await place.startWorkers(2);
    const caller = await Caller.open(place, { stored: true });
    const acting = caller.act(mixed(calls), 48);
    await whenRan(place.witness, calls / 3);
    await place.redis.stop(signal);
    await pause(500);
    await place.redis.start();
    await acting;
    await caller.close();
    return factsOf(caller, place.witness);
  });
}

export interface PowerLossOptions {
  readonly program: string;
  readonly calls: number;
  readonly effect: EffectName;
}

/** Redis loses what it had not put on the disk: jobs that have run lie in the queue again. */
export function losePower({ program, calls, effect }: PowerLossOptions): Promise<Facts> {
  return inPlace({ program, fsync: "everysec" }, async (place) => {
    await place.startWorkers(2);
    const caller = await Caller.open(place, { stored: true });
    const acting = caller.act(
      Array.from({ length: calls }, () => [effect, { waitMs: 5 }] as const),
      24,
    );
    await whenRan(place.witness, calls / 4);
    const onDisk = place.redis.logBytes();
    await whenRan(place.witness, calls / 2);
    await place.redis.stop("SIGKILL");
    place.redis.cutLog(onDisk);
    await place.redis.start();
    await acting;
    while (!(await place.isDrained())) await pause(100);
    await caller.close();
    return factsOf(caller, place.witness);
  });
}

const mixed = (count: number) => Array.from({ length: count }, (_, index) => [effects[index % 3] ?? "unsafe", { waitMs: 5 }] as const);

interface Counting {
  count(): ReadonlyMap<string, number>;
}

async function whenRan(witness: Counting, attempts: number): Promise<void> {
  while (witness.count().size < attempts) await pause(5);
}
