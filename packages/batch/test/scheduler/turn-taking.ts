import type { Model } from "./model.js";
import type { PlannedJob } from "./scenario.js";

/** What a job contends for besides a place: jobs that contend for the same are in the same line. */
const lineOf = ({ limits, lock }: PlannedJob) => `${limits ?? "no limits"}, ${lock ?? "no lock"}`;

/**
 * Counts how often others start something while an owner waits in the same line. Owners take turns, so each other one may come first once.
 * Only lines that depend on nothing else are looked at: without lock or without limits, and nobody of the owner waits for both.
 */
export class TurnTaking {
  readonly #model: Model;
  readonly #passed = new Map<string, number>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** To be told before the model is. */
  complaint(started: PlannedJob): string | undefined {
    this.forget(started.owner);
    if (!isSimple(started)) return undefined;
    const line = lineOf(started);
    for (const owner of this.#waitingIn(line)) {
      if (owner === started.owner) continue;
      const key = `${owner} < ${started.owner}: ${line}`;
      const times = (this.#passed.get(key) ?? 0) + 1;
      this.#passed.set(key, times);
      if (times > 1) return `${started.owner} went ${times} times before ${owner}`;
    }
    return undefined;
  }

  /** The owner has started something, or has taken something back, which may have been what waited for its turn. */
  forget(owner: string): void {
    for (const key of this.#passed.keys()) if (key.startsWith(`${owner} <`)) this.#passed.delete(key);
  }

  #waitingIn(line: string): Set<string> {
    const queued = [...this.#model.queued];
    const hasMixed = new Set(queued.filter((job) => !isSimple(job)).map(({ owner }) => owner));
    return new Set(queued.filter((job) => lineOf(job) === line && !hasMixed.has(job.owner)).map(({ owner }) => owner));
  }
}

const isSimple = ({ limits, lock }: PlannedJob) => limits === undefined || lock === undefined;
