import { startTimer } from "../timer.js";

/** The only impure things that a scheduler touches; injectable for tests and replays. */
export interface SchedulerRuntime {
  /** Wall clock: milliseconds since 1970. Only `retryAt` is told by it. */
  now(): number;
  /** A clock that never goes back: milliseconds since some moment. */
  monotonic(): number;
  /** Calls `run` once, later, and gives a handle for `stopTimer`. Early is allowed: the scheduler looks at the clock. */
  startTimer(run: () => void, delayMs: number): unknown;
  stopTimer(timer: unknown): void;
}

export const systemRuntime: SchedulerRuntime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  startTimer,
  stopTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
