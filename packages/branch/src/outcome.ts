import type { Decision, Executed } from "@acta/governance";
import type { ActionError } from "@acta/messages";

/** Why a call ended without success. Stable. */
export type OutcomeCode =
  | "unknown_tool"
  | "invalid_arguments"
  | "gate_denied"
  | "gate_failed"
  | "gate_invalid"
  | "gate_timeout"
  | "permission_denied"
  | "attribute_missing"
  | "pre_hook_failed"
  | "pre_hook_invalid"
  | "pre_hook_timeout"
  | "escalation_refused"
  | "escalation_failed"
  | "escalation_timeout"
  | "escalation_expired"
  | "obligation_unmet"
  | "snapshot_corrupt"
  | "journal_unavailable"
  | "approval_required"
  | "deferred"
  | "preprocess_failed"
  | "tool_failed"
  | "postprocess_failed"
  | "invalid_output"
  | "declared_failure"
  | "cancelled"
  | "sibling_failed"
  | "timed_out"
  | "lost"
  | "aborted"
  | "duplicate"
  | "already_answered"
  | "never_started";

export interface OutcomeError extends ActionError {
  readonly code: OutcomeCode;
}

interface Ended<Kind extends string, X extends Executed> {
  readonly kind: Kind;
  /** Whether the tool ran. */
  readonly executed: X;
  readonly error: OutcomeError;
}

export type Succeeded = { readonly kind: "succeeded"; readonly executed: "yes"; readonly error?: undefined };

/** How a call ended, if not well. (ADR-0012 D3) */
export type Unsuccessful =
  /** The tool, a processor or the output check threw. */
  | Ended<"failed", Executed>
  /** No such tool, or arguments that its schema refuses. */
  | Ended<"rejected", "no">
  /** A policy, a guard or an approver said no, or nobody could answer. */
  | Ended<"denied", "no">
  /** Never started: a sibling or the caller stopped the batch, or it is a repetition. */
  | Ended<"skipped", "no">
  /** Needs an approval; the request stays open. */
  | (Ended<"escalated", "no"> & { readonly approvalId: string })
  /** Not now. `retryAt`: wall clock, milliseconds. */
  | (Ended<"deferred", "no"> & { readonly retryAt: number })
  /** `isEndConfirmed`: the executor has stopped the tool for certain, so that no effect can follow; what it did before stays. */
  | (Ended<"cancelled" | "timed_out", "no" | "unknown"> & { readonly isEndConfirmed?: boolean | undefined })
  /** Nobody knows whether it ran. */
  | Ended<"ambiguous", "unknown">;

export type Outcome = Succeeded | Unsuccessful;
export type OutcomeKind = Outcome["kind"];

export const succeeded: Succeeded = Object.freeze({ kind: "succeeded", executed: "yes" });

const ended =
  <Kind extends "rejected" | "denied" | "skipped">(kind: Kind) =>
  (code: OutcomeCode, message: string): Ended<Kind, "no"> => ({ kind, executed: "no", error: { code, message } });

export const rejected = ended("rejected");
export const denied = ended("denied");
export const skipped = ended("skipped");

export const escalated = (approvalId: string, message: string): Unsuccessful => ({
  kind: "escalated",
  executed: "no",
  approvalId,
  error: { code: "approval_required", message },
});

/** What a decision that is not an allow makes of a call; an escalation is the transaction's to answer. */
export function refusal(decision: Exclude<Decision, { kind: "allow" | "escalate" }>): Unsuccessful {
  switch (decision.kind) {
    case "deny":
      return denied(decision.code ?? "gate_denied", decision.reason);
    case "defer":
      return { kind: "deferred", executed: "no", retryAt: decision.retryAt, error: { code: "deferred", message: decision.reason } };
    case "abstain":
      return denied("gate_denied", "no policy had an opinion");
  }
}

/** Nobody saw it end: `why`. */
export const ambiguous = (why: string): Outcome => ({
  kind: "ambiguous",
  executed: "unknown",
  error: { code: "lost", message: `${why}; whether it took effect is not known` },
});

export type Stopped = Extract<Outcome, { kind: "cancelled" | "timed_out" }>;

/** The same end of a call whose tool had begun. Its text says so, because a model would take what was stopped for undone. */
export function begun(outcome: Stopped, isEndConfirmed?: boolean): Stopped {
  if (outcome.executed === "unknown") return outcome;
  const { code, message } = outcome.error;
  const doubt = isEndConfirmed ? "what it had done by then stays done" : "what it had begun may still take effect";
  return { ...outcome, executed: "unknown", error: { code, message: `${message}; ${doubt}` } };
}

/** The kinds that `act` throws for without `suppressErrors`, and that stop siblings. */
export function isFailure(outcome: Outcome): outcome is Extract<Outcome, { kind: "failed" | "rejected" | "timed_out" | "ambiguous" }> {
  return outcome.kind === "failed" || outcome.kind === "rejected" || outcome.kind === "timed_out" || outcome.kind === "ambiguous";
}
