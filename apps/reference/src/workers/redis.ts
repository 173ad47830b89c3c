import { Redis } from "ioredis";
import { UsageError } from "../usage-error.js";

/** Milliseconds that a Redis may take to answer before it counts as absent. */
const patienceMs = 5_000;

/** Throws `UsageError` where no Redis answers. */
export async function requireRedis(url: string): Promise<void> {
  const redis = connect(url);
  let reason: unknown;
  redis.on("error", (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (cause) {
    throw new UsageError(`There is no Redis that answers at ${withoutCredentials(url)}: ${reasonOf(reason ?? cause)}.`, { cause });
  } finally {
    redis.disconnect();
  }
}

/** Removes whatever Redis keeps of a queue that nobody uses any more. */
export async function forgetQueue(url: string, queue: string): Promise<void> {
  const redis = connect(url);
  try {
    await redis.connect();
    for await (const keys of redis.scanStream({ match: `bull:${queue}:*`, count: 1_000 })) {
      if (keys.length > 0) await redis.unlink(...(keys as string[]));
    }
  } finally {
    redis.disconnect();
  }
}

/** One that fails instead of trying again and again. */
function connect(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // What fails says so by itself; without a listener, ioredis prints it too.
  redis.on("error", () => {});
  return redis;
}

function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
