import { randomUUID } from "node:crypto";
import { describe } from "vitest";

export const serverUrl = process.env.ACTA_TEST_REDIS_URL ?? "";
const unavailable = "SKIPPED: set ACTA_TEST_REDIS_URL to the URL of a Redis that tests may write to";

/** Tests that need a Redis. Without one they are skipped, and say how to run them. */
export function describeWithRedis(title: string, tests: () => void): void {
  if (serverUrl === "") {
    console.warn(`${title}: ${unavailable}`);
    describe.skip(`${title} (${unavailable})`, tests);
    return;
  }
  describe(title, { timeout: 20_000 }, tests);
}

/** A queue that nobody else uses. */
export const newQueue = (): string => `acta-test-${randomUUID()}`;
