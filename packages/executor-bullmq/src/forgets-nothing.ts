import type { Redis } from "ioredis";

/** Whether Redis has on disk what it has answered. A server that does not tell counts as one that forgets. */
export async function forgetsNothing(redis: Redis): Promise<boolean> {
  const [appendOnly, fsync] = await Promise.all([settingOf(redis, "appendonly"), settingOf(redis, "appendfsync")]);
  return appendOnly === "yes" && fsync === "always";
}

async function settingOf(redis: Redis, name: string): Promise<string | undefined> {
  try {
    const [, value] = (await redis.config("GET", name)) as string[];
    return value;
  } catch {
    return undefined;
  }
}
