import type { FunctionCalling, Tool } from "@acta/actions";
import type { Executor } from "@acta/actions/executor";
import type { CallContext, Decision, Json, JsonObject, Obligations } from "@acta/governance";
import type { Outcome } from "../outcome.js";
import type { ApprovalRequestedBody } from "../records.js";
import { Redaction } from "../redaction.js";
import type { Act } from "./act.js";
import { Deadline } from "./deadline.js";
import type { LateEnd } from "./late-end.js";
import { StopSignal } from "./stop-signal.js";

/** The request that a call is about. */
export interface Proposal {
  readonly callId: string;
  readonly requestId: string;
  readonly function: string;
  /** As the model gave them, in JSON form: what history shows. */
  readonly asked: Json;
  /** Parsed, or why they are no JSON object. */
  readonly raw: JsonObject | Error;
  readonly correlationId: string | null;
  readonly parentCallId: string | null;
  /** Null where everything may be kept. */
  readonly redaction: Redaction | null;
  /** `asked` is not all that was asked. */
  readonly isRedacted: boolean;
  /** The request message itself, where the proposer made one that history does not have. */
  readonly message: Json;
  readonly batch: { readonly id: string; readonly index: number; readonly size: number } | null;
}

/** Arguments that were approved. */
export interface Approved {
  readonly canonical: string;
  /** Null: by the host's own handler, which knows who may. */
  readonly by: string | null;
}

const none: readonly never[] = Object.freeze([]);

/** One call on its way through the transaction: what its steps found so far. */
export class Call {
  readonly act: Act;
  readonly proposal: Proposal;
  deadline: Deadline;
  /** Wall clock, milliseconds. */
  readonly at: number;
  /** Known before anything is asked: a repetition. */
  readonly repeated: Outcome | null;
  /** False: nothing is stored of it. */
  readonly isStored: boolean;
  tool: Tool | null = null;
  /** Arguments that were parsed to `input`. */
  raw: JsonObject | null = null;
  /** What will run, before preprocessing. */
  input: JsonObject | null = null;
  /** As it was judged last. */
  context: CallContext | null = null;
  /** What the policies said of their rules when they were asked. */
  versions: readonly unknown[] | undefined = undefined;
  approval: CallContext["approval"] = null;
  /** The approval that is asked for again. */
  asked: ApprovalRequestedBody | null = null;
  /** What was approved so far, and by whom. */
  approved: readonly Approved[] = none;
  /** Of what whom was notified last. */
  told: string | null = null;
  /** What an approver gave in place of what was asked. */
  given: JsonObject | null = null;
  attempt = 1;
  /** The attempt that the policies were asked about. */
  judged = 0;
  /** What is recorded of the attempt that this one repeats under its idempotency key. */
  before: { readonly arguments: Json; readonly outcome: Outcome } | null = null;
  event: FunctionCalling | null = null;
  /** Of the last attempt, whatever became of it: its tool may still be running. */
  tried: FunctionCalling | null = null;
  /** Where the event runs. */
  executor: Executor | null = null;
  /** That a scheduler has given to it. */
  lock: string | undefined;
  /** So many were stored, or tried to be. */
  intents = 0;
  hasReachedGuard = false;
  /** Of the tool of the last attempt, where that had to end without it. */
  late: LateEnd | null = null;
  /** What refused the call before there was an event. */
  error: Error | null = null;
  /** Nothing of it may run any more, whether its end could be recorded or not. */
  hasEnded = false;
  /** The error of a call that failed, as it was when it was recorded. */
  failure: Error | null = null;
  /** True where this call's own error cancelled the act. */
  hasCancelled = false;
  #interrupt: StopSignal | undefined;
  #decision: Decision | null = null;
  #redaction: Redaction | null;
  #withheld: readonly string[] = none;
  #shown: readonly Json[] | undefined;

  constructor(act: Act, proposal: Proposal, fate: { readonly repeated: Outcome | null; readonly isStored: boolean }) {
    this.act = act;
    this.proposal = proposal;
    this.repeated = fate.repeated;
    this.isStored = fate.isStored;
    this.at = act.scope.runtime.now();
    this.#redaction = proposal.redaction;
    this.deadline = Deadline.of(act.scope.runtime, act.settings.timeoutMs, act.until);
  }

  /** The tool as it is registered now: what a call runs is decided in its turn. */
  resolve(): void {
    const { function: name } = this.proposal;
    this.tool = this.act.scope.actions.resolve(name) ?? null;
    // Nothing of it may be known yet: the tool may have been registered since the call was proposed.
    if (this.tool?.redact !== undefined) this.#redaction = Redaction.more(name, this.#redaction, this.tool.redact);
    this.deadline = Deadline.of(
      this.act.scope.runtime,
      Math.min(this.act.settings.timeoutMs, this.tool?.timeoutMs ?? Infinity),
      this.act.until,
    );
  }

  /** Aborted when the call stops waiting for a policy or a guard. Made when it is first read, by those who have to be waited for. */
  get signal(): StopSignal {
    const { signal } = this.act;
    if (signal.aborted) return signal;
    this.#interrupt ??= new StopSignal();
    return this.#interrupt;
  }

  interrupt(reason: unknown): void {
    this.#interrupt?.abort(reason);
    this.#interrupt = undefined;
  }

  /** What the policies said last. */
  get decision(): Decision | null {
    return this.#decision;
  }

  set decision(decision: Decision | null) {
    this.#decision = decision;
    const fields = decision !== null && "obligations" in decision ? decision.obligations?.redact : undefined;
    if (fields !== undefined) this.withhold(fields);
  }

  /** What the policies that allowed it require. */
  get obligations(): Obligations | undefined {
    return this.#decision?.kind === "allow" ? this.#decision.obligations : undefined;
  }

  /** Fields that the policies have obliged to withhold, which stays so however the call is judged later. */
  get withheld(): readonly string[] {
    return this.#withheld;
  }

  withhold(fields: readonly string[] = none): void {
    const more = fields.filter((field) => !this.#withheld.includes(field));
    if (more.length === 0) return;
    this.#withheld = Object.freeze([...this.#withheld, ...more]);
    this.#redaction = Redaction.more(this.proposal.function, this.#redaction, { input: more, output: more });
  }

  /** What of the call may be kept; null where everything may. */
  get redaction(): Redaction | null {
    return this.#redaction;
  }

  /** Arguments that were stored or told as they are: what they show can no longer be withheld. */
  get shown(): readonly Json[] {
    return this.#shown === undefined ? [this.proposal.asked] : [this.proposal.asked, ...this.#shown];
  }

  show(input: Json): void {
    if (this.#shown === undefined) this.#shown = [input];
    else if (this.#shown.at(-1) !== input) this.#shown = [...this.#shown, input];
  }

  get id(): string {
    return this.proposal.callId;
  }

  /** Of an entry that this branch stores for this call. */
  entryId(step: "proposed" | "attempted" | "intended" | "settled" | "approval"): string {
    return this.act.scope.writer.entryId(this.id, this.attempt, step);
  }
}
