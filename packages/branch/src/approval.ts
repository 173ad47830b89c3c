import type { JsonObject } from "@acta/governance";
import type { WaitingCall } from "./open-call.js";

/** A call that waits for somebody's approval. */
export interface Approval {
  readonly id: string;
  readonly callId: string;
  readonly requestId: string;
  readonly tool: string;
  /** What would run, and nothing else. */
  readonly arguments: JsonObject;
  /** SHA-256 over the tool, the arguments and the policies. An approval holds for exactly this. */
  readonly digest: string;
  /** Why the policy wants it. */
  readonly reason: string;
  /** Who may approve; null: anybody. */
  readonly approvers: readonly string[] | null;
  /** Wall clock, milliseconds; null: never. */
  readonly expiresAt: number | null;
}

/** Who decides an approval. */
export interface Approver {
  /** Vouched for by the host: nobody is authenticated here. */
  readonly by: string;
  readonly note?: string | undefined;
}

export interface ApproveOptions extends Approver {
  /** Approved in place of what was asked: validated and authorized again. */
  readonly arguments?: JsonObject | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Facts that the host vouches for now, for policies: those of the `act` that was paused are not kept. */
  readonly attributes?: JsonObject | undefined;
}

/**
 * Why an approval was not taken; nothing ran. `unknown`: there is none of that id. `settled`: somebody decided it before. `expired`: too late;
 * the call is denied. `changed`: tool, arguments or policies are no longer those it was asked for. `not_allowed`: not this person.
 * `invalid_arguments`: the tool's schema refuses them. `incomplete`: what was asked is not kept whole, so that `arguments` are needed.
 */
export type ApprovalRefusalCode = "unknown" | "settled" | "expired" | "changed" | "not_allowed" | "invalid_arguments" | "incomplete";

export interface ApprovalRefusal {
  readonly success: false;
  readonly code: ApprovalRefusalCode;
  readonly message: string;
}

export function toApproval({ approval }: WaitingCall): Approval {
  const { approvalId: id, callId, requestId, function: tool, arguments: input, digest, reason, approvers, expiresAt } = approval;
  return Object.freeze({ id, callId, requestId, tool, arguments: input, digest, reason, approvers, expiresAt });
}

export const approvalRefused = (code: ApprovalRefusalCode, message: string): ApprovalRefusal =>
  Object.freeze({ success: false, code, message });

export const noneWaits: ApprovalRefusal = approvalRefused("unknown", "with this transaction no call waits for an approval");
