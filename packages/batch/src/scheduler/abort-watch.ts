import type { AbortSignalLike } from "../abort-signal-like.js";
import { getOrMake } from "./get-or-make.js";
import type { Job } from "./job.js";

/** The queued jobs that one signal can abort: they share a single listener, which goes with the last of them. */
class Watch {
  readonly jobs = new Set<Job>();
  readonly #signal: AbortSignalLike;
  readonly #listener: () => void;

  constructor(signal: AbortSignalLike, onAbort: (jobs: Iterable<Job>) => void) {
    this.#signal = signal;
    this.#listener = listenerOf(this.jobs, onAbort);
    signal.addEventListener("abort", this.#listener);
  }

  stop(): void {
    try {
      this.#signal.removeEventListener("abort", this.#listener);
    } catch {
      // What is wrong with one caller's signal must not hold up the jobs of others.
    }
  }
}

const listenerOf = (jobs: Iterable<Job>, onAbort: (jobs: Iterable<Job>) => void) => () => onAbort([...jobs]);

/** Tells when the signal of a queued job is aborted. */
export class AbortWatch {
  readonly #onAbort: (jobs: Iterable<Job>) => void;
  readonly #watches = new Map<AbortSignalLike, Watch>();

  constructor(onAbort: (jobs: Iterable<Job>) => void) {
    this.#onAbort = onAbort;
  }

  add(job: Job): void {
    const { signal } = job;
    if (signal === undefined) return;
    getOrMake(this.#watches, signal, () => new Watch(signal, this.#onAbort)).jobs.add(job);
  }

  delete(job: Job): void {
    const watch = job.signal && this.#watches.get(job.signal);
    if (!watch?.jobs.delete(job) || watch.jobs.size > 0) return;
    this.#watches.delete(job.signal as AbortSignalLike);
    watch.stop();
  }
}
