import type { Tool } from "@acta/actions";
import type { Executor } from "@acta/actions/executor";
import type { Scheduler } from "@acta/batch/scheduler";
import type { PolicyLike } from "@acta/governance";
import type { HookBus } from "@acta/hooks";
import type { Journal } from "@acta/journal";
import type { Diagnostic } from "./diagnostic.js";
import type { Redact } from "./redaction.js";
import type { Notify, OnEscalate, Runtime, Transaction } from "./scope.js";
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
  /** Shared by branches: see `@acta/batch/scheduler`. It lets calls start, by the `limits` and the `lock` of their tools. */
  readonly scheduler?: Scheduler | undefined;
  /** Milliseconds; an inline tool that keeps the event loop busy for longer is reported (`loop_stalled`). Default 1,000. */
  readonly stallLimitMs?: number | undefined;
  /** Default `corrected`. */
  readonly transaction?: Transaction | undefined;
  readonly onEscalate?: OnEscalate | undefined;
  /** Honours the obligation `notify` of a policy. Without it such a call is denied. */
  readonly notify?: Notify | undefined;
  /** Milliseconds that each policy, guard and security processor may take, and each observer is waited for. Default 30,000. */
  readonly gateTimeoutMs?: number | undefined;
  /** Milliseconds that `onEscalate` may take. Default 300,000. */
  readonly escalateTimeoutMs?: number | undefined;
  /** Rewrites arguments and outputs before they are stored, logged, shown to hooks and observers, or exported; a throw withholds them. */
  readonly redact?: Redact | undefined;
  /** Longest result that is stored whole, in UTF-16 code units of its JSON text. Of a longer one the record says so. Default 16 Mi. */
  readonly maxResultLength?: number | undefined;
  /**
   * How many messages and how many log entries stay in memory, at least; twice as many at most. Open requests always stay, and batches and pairs
   * stay whole. The older ones are in the journal: see `readMessages`. Default: all.
   */
  readonly keep?: number | undefined;
  /** Gets a line per call of a verbose `act`. */
  readonly logger?: ((line: string) => void) | undefined;
  /** Told what went wrong beside the calls. What it throws is ignored. */
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
  /** Milliseconds after which a shared journal gives the branch of a dead process to another. Default 30,000. */
  readonly leaseMs?: number | undefined;
  /** Clock and ids. */
  readonly runtime?: Runtime | undefined;
}

export interface BranchOptions<Tools extends readonly Tool[] = readonly Tool[]> extends SharedOptions {
  /** Default: random. */
  readonly id?: string | undefined;
  readonly tools?: Tools | undefined;
}
