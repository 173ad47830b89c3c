import type { ApprovalRequestedBody, IntendedBody, ProposedBody } from "./records.js";

/** A call that has not ended, as far as it is recorded. */
export interface OpenCall {
  readonly callId: string;
  /** Null until the proposal is stored. */
  readonly proposed: ProposedBody | null;
  /** Of the last attempt; null where nothing was about to run. Kept when a branch is opened, for whoever has to say what became of it. */
  readonly intended: IntendedBody | null;
  /** Null where it does not wait for an approval. */
  readonly approval: ApprovalRequestedBody | null;
}

export const reserved = (callId: string): OpenCall => ({ callId, proposed: null, intended: null, approval: null });
