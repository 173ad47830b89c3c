import type { Json, JsonObject } from "@acta/governance";

/** Kinds of journal entries that a branch writes. Bodies are type aliases: an interface is not assignable to `Json`. */
export type RecordKind =
  | "message.added"
  | "call.proposed"
  | "call.attempted"
  | "call.intended"
  | "call.settled"
  | "approval.requested"
  | "approval.decided";

/** A request as proposed: enough to rebuild its message. */
export type ProposedBody = {
  readonly callId: string;
  readonly requestId: string;
  readonly function: string;
  /** As the model gave them; what JSON cannot carry is in its serialized form. */
  readonly arguments: Json;
  readonly correlationId: string | null;
  readonly parentCallId: string | null;
  /** True: `arguments` are not all that was asked, so that nobody can run the call again from its record. */
  readonly isRedacted: boolean;
  /** The request message itself, where the proposer made one. */
  readonly message: Json;
  readonly batch: { readonly id: string; readonly index: number; readonly size: number } | null;
};

/** From the second attempt on: the same call is tried again. */
export type AttemptedBody = { readonly callId: string; readonly attempt: number };

/** Stored before every effect. Everything that recovery needs to run the call again, or to say that it cannot know. */
export type IntendedBody = {
  readonly callId: string;
  readonly requestId: string;
  readonly attempt: number;
  readonly function: string;
  /** What will run, as far as it may be kept. */
  readonly arguments: JsonObject;
  /** True: `arguments` are not all that will run. */
  readonly isRedacted?: boolean | undefined;
  /** Fields that the policies oblige to withhold, so far. */
  readonly withheld?: readonly string[] | undefined;
  readonly effect: string;
  readonly idempotencyKey: string;
  /** What the policies said; null where nobody was asked. */
  readonly decision: Json;
};

/** The end of a call. Event, response message and link are read from this one body, so they cannot split. (ADR-0012 D2, delta 2) */
export type SettledBody = {
  readonly callId: string;
  readonly attempt: number;
  readonly requestId: string;
  readonly event: Json;
  readonly outcome: Json;
  readonly decision: Json;
};

/** Ends an attempt; the call stays open until the approval is decided. */
export type ApprovalRequestedBody = {
  readonly approvalId: string;
  readonly callId: string;
  readonly attempt: number;
  readonly requestId: string;
  readonly function: string;
  /** What would run, as far as it may be kept. */
  readonly arguments: JsonObject;
  /** True: what is recorded is not all that would run, so that nobody can approve it as it is. */
  readonly isRedacted?: boolean | undefined;
  /** What an approver gave in place of what was asked, and the call goes on from; null: what was asked. */
  readonly given?: JsonObject | null | undefined;
  /** Fields that the policies oblige to withhold, so far. */
  readonly withheld?: readonly string[] | undefined;
  /** SHA-256 over the tool, the arguments and the policies: what an approval is bound to. */
  readonly digest: string;
  readonly reason: string;
  readonly approvers: readonly string[] | null;
  /** Wall clock, milliseconds; null: never. */
  readonly expiresAt: number | null;
  readonly decision: Json;
  readonly event: Json;
};

/** Settles an approval, once. */
export type ApprovalDecidedBody = {
  readonly approvalId: string;
  readonly callId: string;
  readonly requestId: string;
  readonly approved: boolean;
  /** Whoever decided; `expiry` where nobody did in time. */
  readonly by: string;
  readonly note: string | null;
  /** What was approved; null where it was refused. */
  readonly arguments: JsonObject | null;
  readonly reason: "approved" | "rejected" | "expired" | "withdrawn";
};
