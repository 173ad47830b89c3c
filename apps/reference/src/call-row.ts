import type { ActionResponseModel, ApprovalRequestedBody, Outcome, ProposedBody, SettledBody } from "@acta/branch";
import { allow, type Decision, deny, type Json } from "@acta/governance";
import type { Entry } from "@acta/journal";

/** What there is to say about one call. */
export interface CallRow {
  /** Null in a dry run. */
  readonly callId: string | null;
  /** Null in a dry run. */
  readonly requestId: string | null;
  readonly correlationId: string | null;
  readonly function: string;
  readonly arguments: Json;
  /** Null where nobody was asked. */
  readonly decision: Decision | null;
  /** Null in a dry run, unless the call would be rejected; and where the end of the call could not be stored. */
  readonly outcome: Outcome | null;
  /** What the tool answered; null where it did not succeed. */
  readonly output: Json;
  /** Milliseconds that the tool ran; 0 where nothing ran. */
  readonly durationMs: number;
}

/**
 * The calls that some entries of a record tell of, in the order of their proposal. The record is what counts: of an interrupted turn there
 * is nothing else. What it lacks is in `models`, in the order of `calls`: the end of a call that was not stored, and every call of a
 * transaction that stores no proposals.
 */
export function rowsOf(
  entries: readonly Entry[],
  models: readonly ActionResponseModel[],
  calls: readonly { readonly correlationId: string | null }[],
): readonly CallRow[] {
  const rows = new Map<string, CallRow>();
  for (const { kind, body } of entries) {
    if (kind === "call.proposed") rows.set((body as ProposedBody).callId, proposedRow(body as ProposedBody));
    else if (kind === "call.settled") update(rows, (body as SettledBody).callId, endOf(body as SettledBody));
    else if (kind === "approval.requested") update(rows, (body as ApprovalRequestedBody).callId, waitingOf(body as ApprovalRequestedBody));
  }
  for (const [index, model] of models.entries()) {
    const { callId, decision, outcome } = model;
    const row = rows.get(callId);
    if (row === undefined) rows.set(callId, answeredRow(model, calls[index]?.correlationId ?? null, entries));
    else if (row.outcome === null) update(rows, callId, { decision, outcome });
  }
  return [...rows.values()];
}

function update(rows: Map<string, CallRow>, callId: string, end: Partial<CallRow>): void {
  const row = rows.get(callId);
  if (row) rows.set(callId, { ...row, ...end });
}

export function proposedRow({ callId, requestId, correlationId, function: name, arguments: asked }: ProposedBody): CallRow {
  return { callId, requestId, correlationId, function: name, arguments: asked, decision: null, outcome: null, output: null, durationMs: 0 };
}

interface RecordedEvent {
  readonly execution: { readonly status: string; readonly duration: number | null; readonly response: Json };
  readonly arguments?: Json;
}

export function endOf({ event, outcome, decision }: SettledBody) {
  const { execution, arguments: ran } = event as unknown as RecordedEvent;
  const { duration, response } = execution;
  return {
    // Somebody may have approved other arguments than those that were asked.
    ...(execution.status === "skipped" || ran === undefined ? {} : { arguments: ran }),
    decision: decision as Decision | null,
    outcome: outcome as unknown as Outcome,
    output: response,
    durationMs: duration === null ? 0 : duration * 1_000,
  };
}

export function waitingOf({ approvalId, reason, decision }: ApprovalRequestedBody) {
  const outcome: Outcome = { kind: "escalated", executed: "no", approvalId, error: { code: "approval_required", message: reason } };
  return { decision: decision as Decision | null, outcome };
}

/** Of a transaction that keeps only whether the policies, who were asked about every call, allowed it. */
function answeredRow(model: ActionResponseModel, correlationId: string | null, entries: readonly Entry[]): CallRow {
  const { callId, requestId, function: name, arguments: asked, outcome, output } = model;
  return {
    callId,
    requestId,
    correlationId,
    function: name,
    arguments: asked,
    decision: decisionOf(outcome),
    outcome,
    output: outcome.kind === "succeeded" ? (output as Json) : null,
    durationMs: loggedMs(callId, entries),
  };
}

/** What was decided of a call of which nothing but its outcome is known; null: it has not been denied. */
export const decisionOf = (outcome: Outcome | null): Decision => (outcome?.kind === "denied" ? deny(outcome.error.message) : allow());

function loggedMs(callId: string, entries: readonly Entry[]): number {
  const logged = entries.find(({ kind, id }) => kind === "call.logged" && id.startsWith(`${callId}:`));
  const { execution } = (logged?.body ?? {}) as { readonly execution?: { readonly duration: number | null } };
  return (execution?.duration ?? 0) * 1_000;
}
