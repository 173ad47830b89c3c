import type { ActionManager } from "@acta/actions";
import type { Scheduler } from "@acta/batch/scheduler";
import type { CallContext, Escalate, JsonObject, PolicyLike } from "@acta/governance";
import type { HookBus } from "@acta/hooks";
import type { Journal } from "@acta/journal";
import type { Message } from "@acta/messages";
import type { ActOptions } from "./act-options.js";
import type { ApprovalRefusal, ApproveOptions, Approver } from "./approval.js";
import type { RecordLost } from "./branch-error.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Envelope } from "./envelope.js";
import type { OpenCall } from "./open-call.js";
import type { Preview } from "./preview.js";
import type { RecoverOptions } from "./recover-options.js";
import type { Redact } from "./redaction.js";
import type { ActionResponseModel } from "./response-model.js";
import type { SessionObserver } from "./session-observer.js";
import type { BranchViews } from "./views.js";
import type { Writer } from "./writer.js";

/** Asked when a policy wants an approval: `true`, or the arguments that are approved instead. Anything else refuses. (ADR-0012 D5) */
export type OnEscalate = (
  call: CallContext,
  decision: Escalate,
  options: { readonly signal: AbortSignal },
) => boolean | JsonObject | PromiseLike<boolean | JsonObject>;

/** Tells somebody of a call before it runs, because a policy requires it. What it throws denies the call. */
export type Notify = (recipients: readonly string[], call: CallContext) => void | PromiseLike<void>;

/** Called after a message entered history; isolated. */
export type MessageCallback = (message: Message) => void | PromiseLike<void>;

/** Clock and ids. `now`: wall clock, milliseconds. `monotonic`: milliseconds. */
export interface Runtime {
  now(): number;
  monotonic(): number;
  id(): string;
}

/** Everything that a transaction may touch; its steps get this and nothing else. */
export interface Scope {
  readonly branchId: string;
  readonly sessionId: string | null;
  readonly actions: ActionManager;
  readonly views: BranchViews;
  readonly journal: Journal;
  /** Of the lease that the branch holds. Undefined: the journal is not shared, and nobody else can write. */
  readonly fence: number | undefined;
  readonly writer: Writer;
  /** Of the host, in the order in which a refusal is reported: session gate, session, branch. */
  readonly policies: readonly PolicyLike[];
  readonly buses: readonly HookBus[];
  readonly observer: SessionObserver | null;
  readonly callbacks: readonly MessageCallback[];
  readonly onEscalate: OnEscalate | undefined;
  readonly notify: Notify | undefined;
  readonly scheduler: Scheduler | undefined;
  readonly gateTimeoutMs: number;
  readonly escalateTimeoutMs: number;
  readonly redact: Redact | undefined;
  readonly maxResultLength: number;
  readonly logger: ((line: string) => void) | undefined;
  readonly runtime: Runtime;
  report(diagnostic: Diagnostic): void;
  /** The journal says that somebody else has the branch now. */
  taken(): void;
  /** Set when the end of a call could not be stored. */
  readonly lost: { error: RecordLost | null };
}

/** What may become of a call that waits for an approval. */
export interface Approvals {
  approve(scope: Scope, id: string, options: ApproveOptions): Promise<ActionResponseModel | ApprovalRefusal>;
  reject(scope: Scope, id: string, options: Approver): Promise<ActionResponseModel | ApprovalRefusal>;
  /** Answers every open request. */
  withdraw(scope: Scope, reason: string): Promise<ActionResponseModel[]>;
}

/** How a branch acts: a value, given to `new Branch({ transaction })`. */
export interface Transaction {
  readonly name: string;
  act(scope: Scope, envelopes: readonly Envelope[], options: ActOptions): ActionResponseModel[] | Promise<ActionResponseModel[]>;
  /** Decides as `act` would, and records, reserves and runs nothing. */
  decide(scope: Scope, envelopes: readonly Envelope[], options: ActOptions): Promise<Preview[]>;
  /** Ends the calls of a branch that nobody is running any more. Absent: this transaction keeps no record to recover from. */
  recover?(scope: Scope, left: Iterable<OpenCall>, options: RecoverOptions): Promise<ActionResponseModel[]>;
  /** Decides about calls that wait for an approval. Absent: with this transaction none does. */
  readonly approvals?: Approvals | undefined;
  /** History and log as this transaction keeps them, so much of each. Default: `new BranchViews(keep)`. */
  readonly views?: ((keep: number) => BranchViews) | undefined;
}
