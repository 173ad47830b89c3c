import type { Redis } from "ioredis";

/** Milliseconds since the epoch, as Redis has them: the one clock that callers and workers share. */
export class RedisClock {
  readonly #redis: Redis;
  #ahead: Promise<number> | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
    redis.on("close", () => {
      this.#ahead = undefined;
    });
  }

  async now(): Promise<number> {
    this.#ahead ??= this.#compare().catch((error: unknown) => {
      this.#ahead = undefined;
      throw error;
    });
    return Date.now() + (await this.#ahead);
  }

  async #compare(): Promise<number> {
    const [seconds, microseconds] = await this.#redis.time();
    return Number(seconds) * 1_000 + Number(microseconds) / 1_000 - Date.now();
  }
}
