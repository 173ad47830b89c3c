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

/** The longest delay that a timer takes; a longer one would fire at once. */
const longestDelayMs = 2_147_483_647;

/** Tells the work to stop when its caller says so or its time is over, and gives up on it a grace later. */
export function withDeadline(limits: Limits, work: (signal: AbortSignal) => Promise<AnswerBody>): Promise<AnswerBody> {
  const { signal, leftMs, graceMs } = limits;
  return leftMs === null ? withGrace(signal, graceMs, work) : expiring(signal, leftMs, (limit) => withGrace(limit, graceMs, work));
}

function withGrace(signal: AbortSignal, graceMs: number, work: (signal: AbortSignal) => Promise<AnswerBody>): Promise<AnswerBody> {
  return new Promise((resolve, reject) => {
    let grace: NodeJS.Timeout | undefined;
    const stopped = () => {
      grace ??= setTimeout(resolve, Math.min(graceMs, longestDelayMs), unconfirmed);
    };
    signal.addEventListener("abort", stopped, { once: true });
    if (signal.aborted) stopped();
    const ended = () => {
      clearTimeout(grace);
      signal.removeEventListener("abort", stopped);
    };
    work(signal).then(resolve, reject).finally(ended);
  });
}

async function expiring<Result>(signal: AbortSignal, leftMs: number, work: (limit: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const cancelled = () => controller.abort(signal.reason);
  const expired = () => controller.abort(new DeadlineExceeded(leftMs));
  const timer = leftMs > longestDelayMs ? undefined : setTimeout(expired, leftMs);
  signal.addEventListener("abort", cancelled, { once: true });
  if (signal.aborted) cancelled();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancelled);
  }
}
