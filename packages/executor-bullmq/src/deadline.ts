import { DeadlineExceeded } from "@acta/event";
import type { AnswerBody } from "./answer.js";

export interface Limits {
  /** Aborted when the caller wants the work to stop. */
  readonly signal: AbortSignal;
  /** Milliseconds until the deadline; null: none. */
  readonly leftMs: number | null;
  /** Milliseconds that the work may go on after it was told to stop. */
  readonly graceMs: number;
}

const unconfirmed: AnswerBody = { kind: "stopped", confirmed: false, executed: "unknown" };

/** The longest time that a timer takes. */
const longestMs = 2 ** 31 - 1;

/** Tells the work to stop when its caller says so or its time is over, and gives up on it a grace later. */
export function withDeadline(limits: Limits, work: (signal: AbortSignal) => Promise<AnswerBody>): Promise<AnswerBody> {
  const { signal, leftMs, graceMs } = limits;
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    let grace: NodeJS.Timeout | undefined;
    const stop = (reason: unknown) => {
      controller.abort(reason);
      grace ??= setTimeout(resolve, graceMs, unconfirmed);
    };
    const cancelled = () => stop(signal.reason);
    const expired = () => stop(new DeadlineExceeded(leftMs ?? 0));
    const deadline = leftMs === null || leftMs > longestMs ? undefined : setTimeout(expired, leftMs);
    signal.addEventListener("abort", cancelled, { once: true });
    if (signal.aborted) cancelled();
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(deadline);
        clearTimeout(grace);
        signal.removeEventListener("abort", cancelled);
      });
  });
}
