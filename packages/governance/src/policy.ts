import type { CallContext } from "./call-context.js";
import type { Verdict } from "./decision.js";

/** Whether the tool ran: `unknown` where nobody can tell. */
export type Executed = "no" | "yes" | "unknown";

export interface DecideOptions {
  /** Aborted when the call is cancelled or the answer is too late. Made when first read. */
  readonly signal: AbortSignal;
  /** False in dry runs, shadow and simulation: decide, but reserve and remember nothing. */
  readonly enforced: boolean;
  /** Milliseconds after which the evaluator stops waiting and denies. */
  readonly timeoutMs: number;
}

/** Whose rule it is. A label for records and explanations: it never changes which answer counts. */
export type Layer = "organization" | "workspace" | "session" | "agent" | "tool";

/** A policy as a function. */
export type Gate = (call: CallContext, options: DecideOptions) => Verdict | PromiseLike<Verdict>;

/** One method is enough. */
export interface Policy {
  /** Stable name; appears in records. */
  readonly id: string;
  /** Digest or version of its rules: it changes when they do. */
  readonly version?: string | undefined;
  /** True: its answers are never counted, neither for nor against a call. See `shadow`. */
  readonly advisory?: boolean | undefined;
  /** Named by each of its decisions. See `layer` of `@acta/governance/layers`. */
  readonly layer?: Layer | undefined;
  /** Those that it asks, where it is made of others: explanations and snapshots look into it. */
  readonly policies?: readonly PolicyLike[] | undefined;
  /**
   * Called at least once before a call runs, and again when its arguments change; idempotent for one `callId`.
   * A throw, a hang or junk denies.
   */
  readonly decide: Gate;
  /**
   * Called exactly once for each call that an enforced `decide` has seen, when its end is known; isolated.
   * Stateful policies commit or release here.
   */
  settle?(call: CallContext, end: { readonly executed: Executed }): void | PromiseLike<void>;
}

export type PolicyLike = Policy | Gate;
