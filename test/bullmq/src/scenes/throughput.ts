import { Caller, type Facts, factsOf } from "../calls.js";
import { inPlace } from "../place.js";

export interface Throughput {
  readonly workers: number;
  readonly perSecond: number;
  readonly facts: Facts;
}

/** As many calls as asked for, over so many worker processes: 8 at once in each, and each waits for 20 ms as for a service. */
export function throughput(program: string, calls: number, workers: number): Promise<Throughput> {
  return inPlace({ program, fsync: "everysec", lockMs: 30_000, concurrency: 8 }, async (place) => {
    await place.startWorkers(workers);
    const caller = await Caller.open(place, { stored: false });
    const some = (count: number) => Array.from({ length: count }, () => ["read", { waitMs: 10 }] as const);
    await caller.act(some(Math.min(200, calls)), 64);
    const started = performance.now();
    await caller.act(some(calls), 128);
    const perSecond = Math.round((calls / (performance.now() - started)) * 1_000);
    await caller.close();
    return { workers, perSecond, facts: factsOf(caller, place.witness) };
  });
}
