import { setTimeout as pause } from "node:timers/promises";
import { Caller, type Facts, factsOf } from "../calls.js";
import type { WorkerJob } from "../child/job.js";
import { inPlace } from "../place.js";
import { randomFrom } from "../random.js";
import { effects } from "../tools.js";

export interface KillsOptions {
  readonly program: string;
  readonly kills: number;
  readonly seed: number;
  /** What the workers are. Default `acta`. */
  readonly kind?: WorkerJob["kind"];
  /** Somebody puts the jobs of dead workers back into the queue. Default false. */
  readonly meddled?: boolean;
}

/** Three workers run calls of a branch; again and again one of them is killed, and another one takes its place. */
export function killWorkers({ program, kills, seed, kind = "acta", meddled = false }: KillsOptions): Promise<Facts> {
  const random = randomFrom(seed);
  return inPlace({ program, fsync: "everysec" }, async (place) => {
    const workers = await place.startWorkers(3, kind);
    if (meddled) await place.startWorker("meddler");
    const caller = await Caller.open(place, { stored: true });
    let left = kills;
    const calling = async () => {
      while (left > 0) await caller.act(someCalls(16, random), 8);
    };
    const killing = async () => {
      while (left > 0) {
        await pause(50 + 150 * random());
        const index = Math.floor(random() * workers.length);
        await workers[index]?.kill();
        workers[index] = await place.startWorker(kind);
        left--;
      }
    };
    // A batch waits for its lost calls; the others keep the workers busy meanwhile.
    await Promise.all([killing(), ...Array.from({ length: 6 }, calling)]);
    await caller.close();
    return factsOf(caller, place.witness);
  });
}

const someCalls = (count: number, random: () => number) =>
  Array.from({ length: count }, (_, index) => [effects[index % 3] ?? "unsafe", { waitMs: 10 + Math.floor(30 * random()) }] as const);
