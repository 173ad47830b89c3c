import { CallLost, type FunctionCalling } from "@acta/actions";
import type { LateResult } from "@acta/event";
import { begun, type Outcome } from "../outcome.js";
import type { Call } from "./call.js";
import { cancelled, timedOut } from "./interrupt.js";
import { StopSignal } from "./stop-signal.js";
import { waitFor } from "./wait-for.js";

/** What is known of a tool whose attempt had to end without it. */
export interface LateEnd {
  hasEnded: boolean;
  /** What the executor says that has stopped it. */
  stop: CallLost["stop"];
  readonly waiting: (() => void)[];
}

/** How long an executor that can stop a tool may take to say that it did. */
const confirmationMs = 1_000;

/** Whether the tool of an attempt that has ended may still be running, and will be heard of: a lost one never is. */
export function isStillRunning({ tried, late }: Call): boolean {
  return tried !== null && tried.executed === "unknown" && !tried.isAnswered && !late?.hasEnded;
}

/** Resolves when the tool has come to an end, late. */
export function lateEnd(call: Call): Promise<void> {
  const late = stateOf(call);
  return late.hasEnded ? Promise.resolve() : new Promise((resolve) => late.waiting.push(resolve));
}

/** A tool came to its end after its attempt had. True: with a result, which is set aside. */
export function endLate(call: Call, event: FunctionCalling, result: LateResult): boolean {
  const stop = result.kind === "threw" && CallLost.isInstance(result.error) ? result.error.stop : null;
  if (event === call.tried) {
    const late = stateOf(call);
    late.hasEnded = true;
    // A tool that has ended by itself can do nothing more either.
    late.stop = stop ?? { isConfirmed: result.kind === "returned" || !CallLost.isInstance(result.error), executed: "yes" };
    for (const resolve of late.waiting.splice(0)) resolve();
  }
  return stop === null;
}

/**
 * Attempts never overlap: a tool whose attempt ran out of time gets as long again to end. False: it still runs, so there is no further
 * attempt. Nobody waits for it when the act is over. (ADR-0012 D4)
 */
export async function endsLate(call: Call): Promise<boolean> {
  const { kind } = await waitFor(lateEnd(call), call.deadline.limitMs, call.act.trying);
  return call.act.signal.aborted || (kind === "done" && call.late?.stop?.isConfirmed === true);
}

/** A call that was stopped on an executor that can stop tools: whether its end is confirmed. */
export async function confirmed(call: Call, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== "cancelled" && outcome.kind !== "timed_out") return outcome;
  await waitFor(lateEnd(call), confirmationMs, new StopSignal());
  const { isConfirmed, executed } = call.late?.stop ?? { isConfirmed: false, executed: "unknown" };
  const stopped = outcome.kind === "cancelled" ? cancelled(call, "no") : timedOut(call, "no");
  return { ...(executed === "no" ? stopped : begun(stopped, isConfirmed)), isEndConfirmed: isConfirmed };
}

function stateOf(call: Call): LateEnd {
  call.late ??= { hasEnded: false, stop: null, waiting: [] };
  return call.late;
}
