import type { ApprovalRequestedBody, IntendedBody, ProposedBody, SettledBody } from "@acta/branch";
import type { Entry } from "@acta/journal";

/** What the journal says of one call: its entries sorted, without any code of the branch. */
export interface CallRecord {
  readonly callId: string;
  readonly requestId: string;
  readonly intents: IntendedBody[];
  readonly ends: End[];
  readonly approvals: string[];
}

export interface End {
  readonly kind: string;
  readonly executed: string;
}

/** By call id, in the order of proposal. */
export function callRecords(entries: readonly Entry[]): ReadonlyMap<string, CallRecord> {
  const calls = new Map<string, CallRecord>();
  const of = ({ callId }: { readonly callId: string }) => calls.get(callId);
  for (const { kind, body } of entries) {
    if (kind === "call.proposed") {
      const { callId, requestId } = body as ProposedBody;
      calls.set(callId, { callId, requestId, intents: [], ends: [], approvals: [] });
    } else if (kind === "call.intended") of(body as IntendedBody)?.intents.push(body as IntendedBody);
    else if (kind === "call.settled") of(body as SettledBody)?.ends.push((body as SettledBody).outcome as unknown as End);
    else if (kind === "approval.requested") of(body as ApprovalRequestedBody)?.approvals.push((body as ApprovalRequestedBody).approvalId);
  }
  return calls;
}
