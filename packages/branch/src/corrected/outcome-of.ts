import { CallLost, DeclaredFailure, type FunctionCalling, InvalidArguments, NotAdmitted } from "@acta/actions";
import { PermissionError } from "@acta/governance";
import { ambiguous, denied, type Outcome, type OutcomeCode, rejected, succeeded } from "../outcome.js";
import { textOf } from "../text-of.js";
import type { Call } from "./call.js";
import { cancelled, timedOut } from "./interrupt.js";

/** Carries how a call ends through an event that does not admit it. */
export class Refused extends Error {
  constructor(readonly outcome: Outcome) {
    super(outcome.error?.message);
  }
}

/** How an ended event ended its call. (ADR-0012 D3) */
export function outcomeOf(call: Call, event: FunctionCalling): Outcome {
  const { status, error } = event.execution;
  switch (status) {
    case "completed":
      return succeeded;
    case "cancelled":
      return cancelled(call, event.executed);
    case "skipped":
      return refusedBy(call, error);
    case "aborted":
      return CallLost.isInstance(error) ? ambiguous(textOf(error)) : timedOut(call, event.executed);
    default:
      return { kind: "failed", executed: event.executed, error: { code: failureCode(event), message: textOf(error) } };
  }
}

function refusedBy(call: Call, error: unknown): Outcome {
  const cause = NotAdmitted.isInstance(error) ? error.cause : error;
  if (cause instanceof Refused) return cause.outcome;
  if (PermissionError.isInstance(cause)) return denied("permission_denied", textOf(cause));
  if (InvalidArguments.isInstance(cause)) {
    call.error = cause;
    return rejected("invalid_arguments", textOf(cause));
  }
  return denied("gate_timeout", textOf(cause));
}

const codes: Readonly<Record<FunctionCalling["phase"], OutcomeCode>> = {
  preprocess: "preprocess_failed",
  admit: "preprocess_failed",
  run: "tool_failed",
  output: "invalid_output",
  postprocess: "postprocess_failed",
};

const failureCode = (event: FunctionCalling): OutcomeCode =>
  DeclaredFailure.isInstance(event.execution.error) ? "declared_failure" : codes[event.phase];
