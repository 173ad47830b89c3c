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

/** An open call, filled in as its entries come. */
export class MutableOpenCall implements OpenCall {
  callId: string;
  proposed: ProposedBody | null = null;
  intended: IntendedBody | null = null;
  approval: ApprovalRequestedBody | null = null;
  decided: ApprovalDecidedBody | null = null;
  approved: readonly ApprovalDecidedBody[] = none;

  constructor(callId: string) {
    this.callId = callId;
  }
}

const none: readonly never[] = Object.freeze([]);

/** A call that somebody has to approve. */
export type WaitingCall = OpenCall & { readonly proposed: ProposedBody; readonly approval: ApprovalRequestedBody };

export const isWaiting = (open: OpenCall): open is WaitingCall => open.proposed !== null && open.approval !== null && open.decided === null;
