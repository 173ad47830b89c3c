import { createContext, Script } from "node:vm";

const context = createContext({ work: () => {} });
const script = new Script("work()");

/**
 * Runs synchronous work that may never end by itself, such as a hostile regular expression, for at most so many milliseconds. Throws when
 * the time is over: see `isTimeout`. Only the clock of `node:vm` is used; nothing is confined by it.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  const results: T[] = [];
  context.work = () => results.push(work());
  script.runInContext(context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
  return results[0] as T;
}

export function isTimeout(error: unknown): boolean {
  // It may be an error of the other context.
  return typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
