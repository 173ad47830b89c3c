import { hasRedis } from "../src/own-redis.js";

export const unavailable = "SKIPPED: set ACTA_TEST_REDIS_URL, and have a redis-server on the path, which these tests start and stop";
export const isAvailable = process.env.ACTA_TEST_REDIS_URL !== undefined && (await hasRedis());

if (!isAvailable) console.warn(unavailable);
