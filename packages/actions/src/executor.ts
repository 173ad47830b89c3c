import type { Executed, JsonObject } from "@acta/governance";
import type { Tool, ToolContext } from "./tool.js";

export { inline } from "./inline.js";
export { type Stall, type WatchOptions, watched } from "./watched.js";

type Awaitable<T> = T | PromiseLike<T>;

/** One call for an executor. */
export interface ExecutorCall extends ToolContext {
  readonly tool: Tool;
  readonly arguments: JsonObject;
  /** Milliseconds that are left of the deadline, for whoever runs the tool where `signal` does not reach. `signal` is aborted by then in any case. */
  readonly timeoutMs?: number | undefined;
  /** Publishes an item to whoever streams the call. Never throws, never blocks. */
  progress(item: unknown): void;
}

export type ExecutorResult =
  | { readonly kind: "returned"; readonly output: unknown }
  /** `executed: "no"` only if the tool certainly had no effect. */
  | { readonly kind: "threw"; readonly error: unknown; readonly executed: Executed }
  /** Abort or deadline. `confirmed`: no effect can follow. */
  | { readonly kind: "stopped"; readonly confirmed: boolean; readonly executed: Executed }
  /** Whoever ran the tool is gone. */
  | { readonly kind: "lost"; readonly reason: string };

/** Where tools run. */
export interface Executor {
  readonly name: string;
  /** `offLoop`: does not block the caller's event loop. `killable`: can end a tool that ignores its signal. `remote`: in another process. */
  readonly capabilities: { readonly offLoop: boolean; readonly killable: boolean; readonly remote: boolean };
  /** Runs the tool at most once for one call. Never throws for what the tool did. Without a promise when nothing had to wait. */
  execute(call: ExecutorCall): Awaitable<ExecutorResult>;
  /**
   * Waits for an attempt that a process has handed over which is gone now, as `execute` would, and runs nothing. Asked by recovery of executors
   * whose tools outlive their caller. Aborting the signal stops the attempt.
   */
  attach?(attempt: ExecutorAttempt, options: { readonly signal: AbortSignal }): Awaitable<ExecutorResult>;
  /** What an attempt came to is stored: its answer need not be kept any longer. Isolated: what it throws changes nothing. */
  acknowledge?(attempt: ExecutorAttempt): Awaitable<unknown>;
  close?(): Awaitable<void>;
}

/** One attempt of one call. */
export interface ExecutorAttempt {
  readonly callId: string;
  /** From 1. */
  readonly attempt: number;
}
