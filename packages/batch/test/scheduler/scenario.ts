import type { Limits, SchedulerOptions } from "../../src/scheduler.js";
import { Random } from "./random.js";

/** A job of a scenario. All times are milliseconds of the simulated clock. */
export interface PlannedJob {
  readonly id: number;
  readonly at: number;
  readonly owner: string;
  /** Index of the scenario's limits. */
  readonly limits: number | undefined;
  readonly lock: string | undefined;
  readonly shared: boolean;
  readonly priority: number;
  /** 0: it ends before it returns. */
  readonly lastsMs: number;
  readonly fails: boolean;
  /** How long its place is held after it has answered. */
  readonly heldMs: number | undefined;
  readonly abortAt: number | undefined;
  /** A job that this one schedules when it starts. */
  readonly child: PlannedJob | undefined;
}

export interface Scenario {
  readonly options: Pick<SchedulerOptions, "concurrency" | "rate" | "queueLimit">;
  readonly limits: readonly Limits[];
  readonly jobs: readonly PlannedJob[];
  readonly pauses: readonly { readonly at: number; readonly resumeAt: number }[];
  readonly drainAt: number | undefined;
}

/** The same scenario for the same seed. */
export function scenarioOf(seed: number): Scenario {
  const random = new Random(seed);
  const limits = Array.from({ length: random.integer(0, 3) }, () => limitsOf(random));
  const lasting = random.pick([3, 20, 60]);
  const owners = random.integer(1, 4);
  const locks = random.integer(1, 3);
  let lastId = 0;
  const jobOf = (at: number, mayHaveChild: boolean): PlannedJob => {
    lastId += 1;
    return {
      id: lastId,
      at,
      owner: `owner ${random.integer(1, owners)}`,
      limits: limits.length > 0 ? random.maybe(0.5, () => random.integer(0, limits.length - 1)) : undefined,
      lock: random.maybe(0.5, () => `key ${random.integer(1, locks)}`),
      shared: random.chance(0.5),
      priority: random.pick([0, 0, 0, 1, 2]),
      lastsMs: random.chance(0.2) ? 0 : random.integer(1, lasting),
      fails: random.chance(0.2),
      heldMs: random.maybe(0.1, () => random.integer(0, lasting)),
      abortAt: random.maybe(0.15, () => at + random.integer(-5, 2 * lasting)),
      child: mayHaveChild ? random.maybe(0.1, () => jobOf(at, false)) : undefined,
    };
  };
  const spread = random.pick([0, 10, 100]);
  const jobs = Array.from({ length: random.integer(1, 40) }, () => jobOf(random.integer(0, spread), true));
  return {
    options: {
      concurrency: random.pick([1, 1, 2, 3, 5, Infinity]),
      rate: random.maybe(0.25, () => rateOf(random)),
      queueLimit: random.maybe(0.15, () => random.integer(0, 6)),
    },
    limits,
    jobs: jobs.sort((one, other) => one.at - other.at),
    pauses: random.chance(0.2) ? [pauseOf(random)] : [],
    drainAt: random.maybe(0.1, () => random.integer(0, 150)),
  };
}

function limitsOf(random: Random): Limits {
  return { concurrency: random.maybe(0.7, () => random.integer(1, 3)), rate: random.maybe(0.4, () => rateOf(random)) };
}

const rateOf = (random: Random) => ({ capacity: random.integer(1, 4), refillMs: random.integer(1, 25) });

function pauseOf(random: Random) {
  const at = random.integer(0, 80);
  return { at, resumeAt: at + random.integer(0, 60) };
}
