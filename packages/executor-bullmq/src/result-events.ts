import { QueueEvents } from "bullmq";
import type { Redis } from "ioredis";

export interface EventHandlers {
  active(jobId: string): void;
  completed(jobId: string, returned: unknown): void;
  failed(jobId: string, reason: string): void;
  removed(jobId: string, before: string): void;
  /** A job was added under an id that is taken. */
  duplicated(jobId: string): void;
  progress(jobId: string, data: unknown): void;
  /** Nobody listens any more: an event could not be read. */
  broken(): void;
  error(error: unknown): void;
}

/** The one listener to the events of a queue. */
export class ResultEvents {
  readonly #redis: Redis;
  readonly #events: QueueEvents;

  /** `after`: an event's id. A listener that began at "now" could miss what happens before it is heard. */
  constructor(
    queue: string,
    settings: { readonly prefix: string; readonly redis: Redis; readonly after: string },
    handlers: EventHandlers,
  ) {
    const { prefix, redis, after } = settings;
    this.#redis = redis;
    this.#events = new QueueEvents(queue, {
      connection: redis,
      prefix,
      lastEventId: after,
      blockingTimeout: 5_000,
      autorun: false,
    });
    this.#listen(handlers);
    // Anybody may write into the stream: one event that is no JSON ends the listener.
    this.#events.run().catch((error: unknown) => {
      handlers.error(error);
      handlers.broken();
    });
  }

  #listen(handlers: EventHandlers): void {
    const events = this.#events;
    events.on("active", ({ jobId }) => handlers.active(jobId));
    events.on("completed", ({ jobId, returnvalue }) => handlers.completed(jobId, returnvalue));
    events.on("failed", ({ jobId, failedReason }) => handlers.failed(jobId, failedReason));
    events.on("removed", ({ jobId, prev }) => handlers.removed(jobId, prev));
    events.on("duplicated", ({ jobId }) => handlers.duplicated(jobId));
    events.on("progress", ({ jobId, data }) => handlers.progress(jobId, data));
    events.on("error", (error) => handlers.error(error));
  }

  async close(): Promise<void> {
    // BullMQ leaves a connection open that it did not make, and would wait for its server.
    this.#redis.disconnect();
    await this.#events.close().catch(() => {});
  }
}
