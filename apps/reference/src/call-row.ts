import type { ActionResponseModel, ApprovalRequestedBody, Outcome, ProposedBody, SettledBody } from "@acta/branch";
import type { Decision, Json } from "@acta/governance";
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
 * is nothing else. What it lacks is in `models`: the end of a call that was not stored.
 */
export function rowsOf(entries: readonly Entry[], models: readonly ActionResponseModel[]): readonly CallRow[] {
  const rows = new Map<string, CallRow>();
  for (const { kind, body } of entries) {
    if (kind === "call.proposed") rows.set((body as ProposedBody).callId, proposedRow(body as ProposedBody));
    else if (kind === "call.settled") update(rows, (body as SettledBody).callId, endOf(body as SettledBody));
    else if (kind === "approval.requested") update(rows, (body as ApprovalRequestedBody).callId, waitingOf(body as ApprovalRequestedBody));
  }
  for (const { callId, decision, outcome } of models) {
    const recorded = rows.get(callId)?.outcome ?? null;
    if (recorded === null) update(rows, callId, { decision, outcome });
  }
  return [...rows.values()];
}

function update(rows: Map<string, CallRow>, callId: string, end: Partial<CallRow>): void {
  const row = rows.get(callId);
  if (row) rows.set(callId, { ...row, ...end });
}

function proposedRow({ callId, requestId, correlationId, function: name, arguments: asked }: ProposedBody): CallRow {
  return { callId, requestId, correlationId, function: name, arguments: asked, decision: null, outcome: null, output: null, durationMs: 0 };
}

function endOf({ event, outcome, decision }: SettledBody) {
  const { duration, response } = (event as { readonly execution: { readonly duration: number | null; readonly response: Json } }).execution;
  return {
    decision: decision as Decision | null,
    outcome: outcome as unknown as Outcome,
    output: response,
    durationMs: duration === null ? 0 : duration * 1_000,
  };
}

function waitingOf({ approvalId, reason, decision }: ApprovalRequestedBody) {
  const outcome: Outcome = { kind: "escalated", executed: "no", approvalId, error: { code: "approval_required", message: reason } };
  return { decision: decision as Decision | null, outcome };
}
