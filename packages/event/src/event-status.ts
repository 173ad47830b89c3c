/** How an event can end. `failed`: the work threw. `skipped`: it never had to run. `cancelled`: a caller stopped it. `aborted`: a deadline did. */
export type TerminalStatus = "completed" | "failed" | "skipped" | "cancelled" | "aborted";

/** Where an event is in its life. (ADR-0012 D1) */
export type EventStatus = "pending" | "processing" | TerminalStatus;

const terminal: readonly unknown[] = ["completed", "failed", "skipped", "cancelled", "aborted"] satisfies TerminalStatus[];

/** True for the five statuses that nothing follows. */
export function isTerminal(status: unknown): status is TerminalStatus {
  return terminal.includes(status);
}

export function isEventStatus(value: unknown): value is EventStatus {
  return value === "pending" || value === "processing" || isTerminal(value);
}
