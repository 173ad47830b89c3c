import type { Tool } from "@acta/actions";
import type { Executor } from "@acta/actions/executor";
import type { PolicyLike } from "@acta/governance";
import type { HookBus } from "@acta/hooks";
import type { Journal } from "@acta/journal";
import type { Diagnostic } from "./diagnostic.js";
import type { OnEscalate, Runtime, Transaction } from "./scope.js";
import type { SessionObserver } from "./session-observer.js";

/** What branches of one session share. */
export interface SharedOptions {
  /** Default: a journal in memory. */
  readonly journal?: Journal | undefined;
  /** Asked about every call. None, and no gate: every call is allowed. */
  readonly policy?: PolicyLike | undefined;
  readonly hooks?: HookBus | undefined;
  readonly observer?: SessionObserver | undefined;
  readonly executors?: readonly Executor[] | undefined;
  /** Default `corrected`. */
  readonly transaction?: Transaction | undefined;
  readonly onEscalate?: OnEscalate | undefined;
  /** Milliseconds that each policy, guard and security processor may take, and each observer is waited for. Default 30,000. */
  readonly gateTimeoutMs?: number | undefined;
  /** Milliseconds that `onEscalate` may take. Default 300,000. */
  readonly escalateTimeoutMs?: number | undefined;
  /** Rewrites the text that summaries for hooks are cut from. */
  readonly redactSummary?: ((text: string) => string) | undefined;
  /** Gets a line per call of a verbose `act`. */
  readonly logger?: ((line: string) => void) | undefined;
  /** Told what went wrong beside the calls. What it throws is ignored. */
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
  /** Clock and ids. */
  readonly runtime?: Runtime | undefined;
}

export interface BranchOptions<Tools extends readonly Tool[] = readonly Tool[]> extends SharedOptions {
  /** Default: random. */
  readonly id?: string | undefined;
  readonly tools?: Tools | undefined;
}
