/**
 * `hook_failed`, `observer_failed`, `callback_failed`, `policy_failed`: something isolated threw or was late; the outcome stands.
 * `late_result`: a tool answered after its call had ended. `quarantined`: somebody else settled the call before.
 * `executor_failed`: an executor could not let go of an answer that is stored. `loop_stalled`: a tool kept the event loop busy. `journal_failed`: an append threw and is tried again, or ended its call.
 */
export type DiagnosticCode =
  | "hook_failed"
  | "observer_failed"
  | "callback_failed"
  | "policy_failed"
  | "late_result"
  | "quarantined"
  | "loop_stalled"
  | "executor_failed"
  | "journal_failed";

/** What went wrong beside the calls. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly callId: string | null;
  readonly error?: unknown;
}
