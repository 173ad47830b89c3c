import type { ApprovalDecidedBody, ApprovalRequestedBody, IntendedBody, ProposedBody } from "./records.js";

/** A call that has not ended, as far as it is recorded. */
export interface OpenCall {
  readonly callId: string;
  /** Null until the proposal is stored. */
  readonly proposed: ProposedBody | null;
  /** Of the last attempt; null where nothing was about to run. Kept when a branch is opened, for whoever has to say what became of it. */
  readonly intended: IntendedBody | null;
  /** The last approval that was asked for. */
  readonly approval: ApprovalRequestedBody | null;
  /** What was decided of it; null while it waits. */
  readonly decided: ApprovalDecidedBody | null;
  /** The approvals that were given so far: those of one call accumulate. */
  readonly approved: readonly ApprovalDecidedBody[];
}

export const reserved = (callId: string): OpenCall => ({
  callId,
  proposed: null,
  intended: null,
  approval: null,
  decided: null,
  approved: [],
});

/** A call that somebody has to approve. */
export type WaitingCall = OpenCall & { readonly proposed: ProposedBody; readonly approval: ApprovalRequestedBody };

export const isWaiting = (open: OpenCall): open is WaitingCall => open.proposed !== null && open.approval !== null && open.decided === null;
