import type { ApprovalDecidedBody, ApprovalRequestedBody, IntendedBody, ProposedBody, SettledBody } from "@acta/branch";
import type { Entry } from "@acta/journal";

/** What the journal says of one call: its entries sorted, without any code of the branch. */
export interface CallRecord {
  readonly callId: string;
  readonly requestId: string;
  readonly intents: IntendedBody[];
  readonly ends: End[];
  readonly approvals: string[];
  /** Ids of the approvals that were decided. */
  readonly decided: string[];
}

export interface End {
  readonly kind: string;
  readonly executed: string;
}

export interface CallRecords {
  /** By call id, in the order of proposal. */
  readonly calls: ReadonlyMap<string, CallRecord>;
  /** Ids of entries about calls that nothing before them proposed. */
  readonly unproposed: readonly string[];
}

export function callRecords(entries: readonly Entry[]): CallRecords {
  const calls = new Map<string, CallRecord>();
  const unproposed: string[] = [];
  for (const { id, kind, body } of entries) {
    if (kind === "call.proposed") {
      const { callId, requestId } = body as ProposedBody;
      calls.set(callId, { callId, requestId, intents: [], ends: [], approvals: [], decided: [] });
      continue;
    }
    const call = calls.get((body as { readonly callId: string }).callId);
    if (call === undefined) unproposed.push(id);
    else if (kind === "call.intended") call.intents.push(body as IntendedBody);
    else if (kind === "call.settled") call.ends.push((body as SettledBody).outcome as unknown as End);
    else if (kind === "approval.requested") call.approvals.push((body as ApprovalRequestedBody).approvalId);
    else if (kind === "approval.decided") call.decided.push((body as ApprovalDecidedBody).approvalId);
  }
  return { calls, unproposed };
}
