import type { Redis } from "ioredis";

/** Where callers say which of their jobs shall stop. Everybody who runs jobs of the queue hears it. */
export const cancelChannel = (prefix: string, queue: string): string => `${prefix}:${queue}:acta-cancel`;

export const tellToCancel = (redis: Redis, channel: string, jobId: string): Promise<unknown> => redis.publish(channel, jobId);

/** Ids of jobs that were cancelled before this process had them: told while they were on their way. The oldest are forgotten. */
export class EarlyCancellations {
  readonly #ids = new Set<string>();
  readonly #most: number;

  constructor(most = 1_000) {
    this.#most = most;
  }

  add(jobId: string): void {
    this.#ids.add(jobId);
    const [oldest] = this.#ids;
    if (this.#ids.size > this.#most && oldest !== undefined) this.#ids.delete(oldest);
  }

  /** Whether it is one of them; it is none afterwards. */
  take(jobId: string): boolean {
    return this.#ids.delete(jobId);
  }
}
