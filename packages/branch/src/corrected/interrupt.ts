import { Cancellation } from "@acta/event";
import type { Executed } from "@acta/governance";
import { begun, denied, type Outcome, type Stopped } from "../outcome.js";
import { textOf } from "../text-of.js";
import type { Call } from "./call.js";
import type { StopSignal } from "./stop-signal.js";
import { waitFor } from "./wait-for.js";

/** Compared by identity: whatever else was thrown need not even be looked at. */
const late = new Error("the deadline has passed");

/** Waits for something that a call needs, no longer than the call may take; what comes after that is ignored. */
export async function interruptible<T>(call: Call, work: PromiseLike<T>): Promise<T> {
  const { signal } = call.act;
  try {
    const waited = await waitFor(work, call.deadline.remainingMs, signal);
    if (waited.kind === "done") return waited.value;
    throw waited.kind === "late" ? late : signal.reason;
  } catch (error) {
    call.interrupt(error);
    throw error;
  }
}

/** How long one policy or guard is waited for. The signal is made for those who look at it. */
export class Limits {
  readonly enforced: boolean;
  readonly timeoutMs: number;
  readonly #call: Call;

  constructor(call: Call, enforced = true) {
    this.enforced = enforced;
    this.timeoutMs = call.act.scope.gateTimeoutMs;
    this.#call = call;
  }

  get signal(): StopSignal {
    return this.#call.signal;
  }
}

export const isLate = (error: unknown): boolean => error === late;

/** Whether a step threw what only cancellation and the deadline throw. */
export function isInterruption(call: Call, error: unknown): boolean {
  return isLate(error) || Cancellation.isInstance(error) || call.act.signal.aborted;
}

/** How a call ends before its tool when one of its steps threw: interrupted, or denied, because nobody gets past a step that failed. */
export function interruption(call: Call, error: unknown): Outcome {
  if (!isInterruption(call, error)) return denied("gate_failed", `the call could not be judged: ${textOf(error)}`);
  if (isLate(error)) return timedOut(call, "no");
  if (!call.act.signal.aborted) cancelAct(call, error);
  return cancelled(call, "no");
}

/** An error with the cancellation brand ends the whole act, as the caller's abort would. */
export function cancelAct(call: Call, error: unknown): void {
  call.hasCancelled = true;
  call.act.cancel(error);
}

export function cancelled(call: Call, executed: Executed): Stopped {
  const { stopped } = call.act;
  const bySibling = !call.hasCancelled && (stopped?.by === "sibling" || stopped?.by === "cancellation");
  const error = bySibling
    ? { code: "sibling_failed" as const, message: "stopped because a call of the same batch ended" }
    : { code: "cancelled" as const, message: "the call was cancelled" };
  const outcome: Stopped = { kind: "cancelled", executed: "no", error };
  return executed === "no" ? outcome : begun(outcome);
}

export function timedOut(call: Call, executed: Executed): Stopped {
  const message = `the call ${call.proposal.function} took longer than it may`;
  const outcome: Stopped = { kind: "timed_out", executed: "no", error: { code: "timed_out", message } };
  return executed === "no" ? outcome : begun(outcome);
}
