import type { ExecutorResult } from "@acta/actions/executor";

export interface Waiting {
  readonly jobId: string;
  /** Of our own job; null: whatever lies under the id. */
  readonly token: string | null;
  progress(item: unknown): void;
}

/** A job that somebody waits for. It ends once. */
export class PendingCall {
  readonly jobId: string;
  readonly token: string | null;
  readonly result: Promise<ExecutorResult>;
  /** On its way to the queue: it can no longer be held back. */
  isSent = false;
  /** In the queue, as far as we know: only then can it be missing there. */
  isQueued = false;
  /** A worker has taken it. */
  hasStarted = false;
  /** Its caller wants it to stop. */
  isStopping = false;
  hasEnded = false;
  /** When it was last heard of, milliseconds of a monotonic clock. */
  lookedUpAt = performance.now();
  readonly #progress: (item: unknown) => void;
  #resolve: (result: ExecutorResult) => void = () => {};

  constructor({ jobId, token, progress }: Waiting) {
    this.jobId = jobId;
    this.token = token;
    this.#progress = progress;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  end(result: ExecutorResult): void {
    this.hasEnded = true;
    this.#resolve(result);
  }

  progress(item: unknown): void {
    if (!this.hasEnded) this.#progress(item);
  }
}
