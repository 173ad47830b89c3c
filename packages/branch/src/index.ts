export type { ActBatchOptions, ActOptions } from "./act-options.js";
export type { Approval, ApprovalRefusal, ApprovalRefusalCode, ApproveOptions, Approver } from "./approval.js";
export { Branch } from "./branch.js";
export { ActFailed, BranchError, type BranchErrorCode, RecordLost } from "./branch-error.js";
export type { BranchHookPoints } from "./branch-hook-points.js";
export type { BranchOptions, SharedOptions } from "./branch-options.js";
export { corrected } from "./corrected/transaction.js";
export type { Diagnostic, DiagnosticCode } from "./diagnostic.js";
export type { ActionRequestLike, Envelope } from "./envelope.js";
export type { OpenCall } from "./open-call.js";
export type { Outcome, OutcomeCode, OutcomeError, OutcomeKind, Succeeded, Unsuccessful } from "./outcome.js";
export type { Preview } from "./preview.js";
export type {
  ApprovalDecidedBody,
  ApprovalRequestedBody,
  AttemptedBody,
  IntendedBody,
  ProposedBody,
  RecordKind,
  SettledBody,
} from "./records.js";
export { type Recovered, recover } from "./recover.js";
export type { RecoverOptions } from "./recover-options.js";
export type { Redact } from "./redaction.js";
export type { ActionResponseModel } from "./response-model.js";
export type { TruncatedResult } from "./result-limit.js";
export type { Approvals, MessageCallback, Notify, OnEscalate, Runtime, Scope, Transaction } from "./scope.js";
export { Session } from "./session.js";
export { SessionObserver, type SessionObserverOptions } from "./session-observer.js";
export type { Signal, SignalKind, SignalOf } from "./signal.js";
export { BranchViews, type History } from "./views.js";
