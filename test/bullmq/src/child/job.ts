/** What a worker process is told. Plain data. */
export interface WorkerJob {
  /**
   * `acta`: as it is meant to be. `bare`: BullMQ with its defaults, which gives the job of a dead worker to the next one; a control.
   * `meddler`: runs nothing, but puts jobs of dead workers back into the queue, as a worker with other options would.
   */
  readonly kind: "acta" | "bare" | "meddler";
  readonly url: string;
  readonly queue: string;
  /** The file that effects are written to. */
  readonly witness: string;
  /** The file of the journal for claims; null: none. */
  readonly journal: string | null;
  readonly concurrency: number;
  readonly lockMs: number;
}
