import { JournalError } from "@acta/journal";
import { SqliteJournalError } from "./sqlite-journal-error.js";

/** Until another try: random, so that those who wait do not meet again. */
export const pauseMs = () => 1 + Math.random() * 19;

/** Tries until no other connection holds the file, and lets the event loop run in between. Throws `SqliteJournalError`, or the attempt's `JournalError`. */
export async function whenFree<Result>(attempt: () => Result, lockTimeoutMs: number): Promise<Result> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      return attempt();
    } catch (cause) {
      if (JournalError.isInstance(cause)) throw cause;
      const error = SqliteJournalError.of(cause);
      if (error.code !== "locked" || performance.now() >= deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs()));
  }
}
