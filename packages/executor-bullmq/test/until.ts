import { setImmediate } from "node:timers/promises";

/** Asks again until the answer is neither null, undefined nor false. The test's own timeout is the limit. */
export async function until<Answer>(ask: () => Answer | Promise<Answer>): Promise<NonNullable<Exclude<Answer, false>>> {
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer as NonNullable<Exclude<Answer, false>>;
    await setImmediate();
  }
}
