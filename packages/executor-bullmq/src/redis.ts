import { Redis, type RedisOptions } from "ioredis";

/** A URL (`redis://user:password@host:6379/0`, `rediss://` for TLS) or settings. Default: 127.0.0.1:6379. */
export type RedisAddress = string | RedisSettings | undefined;

/** The options of ioredis. */
export interface RedisSettings {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly db?: number | undefined;
  /** As of `tls.connect`; `{}` is TLS with its defaults. */
  readonly tls?: object | undefined;
  /** Any other, such as those for Sentinel. */
  readonly [option: string]: unknown;
}

/** Longest wait between two attempts to connect again, milliseconds. */
const longestPause = 1_000;

/** A connection that waits for its server for as long as it takes: commands are kept until it is back. Its owner closes it. */
export function connect(address: RedisAddress, onError: (error: unknown) => void): Redis {
  const retryStrategy = (times: number) => Math.min(20 * 2 ** Math.min(times, 10), longestPause);
  // What BullMQ needs of a connection.
  const needed = { maxRetriesPerRequest: null, replyMapping: "legacy" as const };
  const redis =
    typeof address === "string"
      ? new Redis(address, { retryStrategy, ...needed })
      : new Redis({ retryStrategy, ...(address as Omit<RedisOptions, "replyMapping">), ...needed });
  // Without a listener, ioredis prints every error.
  redis.on("error", onError);
  return redis;
}
