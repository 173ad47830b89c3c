import { Event, type EventContext, type EventJson, type EventOptions, type LateResult, type TerminalStatus } from "@acta/event";
import { type Executed, type JsonObject, PermissionError } from "@acta/governance";
import { CallLost, DeclaredFailure, NotAdmitted } from "./errors.js";
import type { Executor, ExecutorCall, ExecutorResult } from "./executor.js";
import { checkOutput, postprocess } from "./finish.js";
import { inline } from "./inline.js";
import { judgeArguments, type Preparation, prepareArguments } from "./prepare.js";
import { after, isThenable, settled } from "./thenable.js";
import type { Tool, ToolContext } from "./tool.js";

type Awaitable<T> = T | PromiseLike<T>;

/** What `admit` is told of the arguments that it is asked about. */
export interface Admission {
  /** They are no longer the ones that were given. */
  readonly changed: boolean;
  /** Has the security processors judge arguments that are put in their place. Throws to refuse. */
  judge(input: JsonObject): Promise<void>;
  /** Throws when the call has ended meanwhile: for whoever waited for something. */
  refuseWhenEnded(): void;
}

/**
 * The last look between preprocessing and the tool. Answers with the frozen arguments that will run, or throws to refuse; nothing runs before
 * it has answered, and it is not asked about a call that has ended.
 */
export type Admit = (input: JsonObject, admission: Admission) => Awaitable<JsonObject>;

/** How far a call came: what failed, if it failed. */
export type CallPhase = "preprocess" | "admit" | "run" | "output" | "postprocess";

export interface FunctionCallingInit extends EventOptions {
  readonly tool: Tool;
  /** Validated and frozen: see `ActionManager.validate`. */
  readonly arguments: JsonObject;
  /** As they were before validation. Default: `arguments`. */
  readonly raw?: JsonObject | undefined;
  readonly callId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly attempt?: number | undefined;
  readonly executor?: Executor | undefined;
  readonly admit?: Admit | undefined;
  /** What of an output may be told in the text of `DeclaredFailure`. Default: all of it. */
  readonly keptOutput?: ((output: unknown) => unknown) | undefined;
  /** Milliseconds that are left of its deadline, for executors that run it where a signal does not reach. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that one security processor may take. Default 30,000. */
  readonly securityTimeoutMs?: number | undefined;
  /** Told of a result that arrived after the event had ended. It is dropped all the same. */
  readonly onLate?: ((result: LateResult) => void) | undefined;
}

/** One call of one tool: preprocess, admit, execute, check the output, postprocess. Failure becomes data. (ADR-0012 D1) */
export class FunctionCalling extends Event<unknown> {
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly attempt: number;
  readonly tool: Tool;
  readonly #init: FunctionCallingInit;
  #arguments: JsonObject;
  #executed: Executed = "no";
  #phase: CallPhase = "preprocess";
  #lost = false;
  #isAnswered = false;

  constructor(init: FunctionCallingInit) {
    super(init);
    this.#init = init;
    this.tool = init.tool;
    this.#arguments = init.arguments;
    this.callId = init.callId ?? this.id;
    this.idempotencyKey = init.idempotencyKey ?? this.callId;
    this.attempt = init.attempt ?? 1;
  }

  get function(): string {
    return this.tool.name;
  }

  /** What ran: the arguments after preprocessing. */
  get arguments(): JsonObject {
    return this.#arguments;
  }

  /** `no` until the executor took the call. */
  get executed(): Executed {
    return this.#executed;
  }

  /** Whatever its executor says of the tool, or failed to say: nothing more is to come. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  get timeoutMs(): number | undefined {
    return this.#init.timeoutMs;
  }

  get phase(): CallPhase {
    return this.#phase;
  }

  protected override perform(context: EventContext): unknown {
    const scope = new CallScope(this, context);
    const { tool } = this.#init;
    const isAsGiven = tool.processors === undefined && tool.preprocess === undefined;
    return this.#goOn(scope, isAsGiven ? this.#arguments : prepareArguments(this.#preparation(scope)), this.#admit);
  }

  #admit(scope: CallScope, input: JsonObject): unknown {
    const { admit } = this.#init;
    this.#refuseWhenEnded();
    this.#phase = "admit";
    return this.#goOn(scope, admit === undefined ? input : admit(input, this.#admission(scope, input)), this.#execute);
  }

  #execute(scope: CallScope, final: JsonObject): unknown {
    const { executor = inline } = this.#init;
    this.#refuseWhenEnded();
    this.#arguments = final;
    this.#phase = "run";
    this.#executed = "unknown";
    return this.#goOn(scope, executor.execute(scope), this.#check);
  }

  #check(scope: CallScope, result: ExecutorResult): unknown {
    const output = this.#ran(result);
    this.#enter("output");
    return this.#goOn(scope, checkOutput(this.tool, output), this.#finish);
  }

  #finish(scope: CallScope, output: unknown): unknown {
    this.#enter("postprocess");
    return this.#goOn(scope, postprocess(this.tool, output, scope, this.#arguments), this.#conclude);
  }

  #conclude(_: CallScope, result: unknown): unknown {
    return this.tool.isFailure === undefined ? result : this.#judge(result);
  }

  #judge(result: unknown): unknown {
    // A promise is truthy, whatever it comes to.
    return after<unknown, unknown>(this.tool.isFailure?.(result), (isFailure) => (isFailure ? this.#declareFailure(result) : result));
  }

  /** Takes the next step with what the one before came to: at once where nothing had to be waited for. */
  #goOn<T>(scope: CallScope, result: Awaitable<T>, next: Step<T>): unknown {
    return isThenable(result) ? this.#goOnLater(scope, result, next) : next.call(this, scope, result);
  }

  /** Apart, so that only those who wait pay for a closure. */
  #goOnLater<T>(scope: CallScope, result: PromiseLike<T>, next: Step<T>): Promise<unknown> {
    return settled(result).then((value) => next.call(this, scope, value));
  }

  #admission(scope: CallScope, input: JsonObject): Admission {
    return {
      changed: input !== this.#arguments,
      judge: (replacement) => judgeArguments(this.#preparation(scope), replacement),
      refuseWhenEnded: () => this.#refuseWhenEnded(),
    };
  }

  /** A call that was cancelled or timed out while it was admitted has ended: its tool must not start any more. */
  #refuseWhenEnded(): void {
    if (this.#ended) throw new NotAdmitted(new Error("the call had ended before its tool could start"));
  }

  /** What comes after the end changes nothing of what the event tells. */
  get #ended(): boolean {
    return this.status !== "processing";
  }

  #enter(phase: CallPhase): void {
    if (!this.#ended) this.#phase = phase;
  }

  /** An executor may be anybody's: what is none of the words is not known. */
  #learn(executed: Executed): void {
    if (!this.#ended) this.#executed = executed === "yes" || executed === "no" ? executed : "unknown";
  }

  #preparation(context: ToolContext): Preparation {
    const { tool, raw = this.#arguments, securityTimeoutMs = 30_000 } = this.#init;
    const refuseWhenEnded = () => this.#refuseWhenEnded();
    return { tool, raw, input: this.#arguments, context, securityTimeoutMs, refuseWhenEnded };
  }

  #ran(result: ExecutorResult | null | undefined): unknown {
    switch (result?.kind) {
      case "returned":
        this.#learn("yes");
        return result.output;
      case "threw":
        this.#learn(result.executed);
        throw result.error;
      case "stopped":
        this.#learn(result.executed);
        return this.#lose("the executor stopped it", { isConfirmed: result.confirmed === true, executed: result.executed });
      case "lost":
        return this.#lose(result.reason);
      default:
        return this.#lose("the executor answered with nothing that is known");
    }
  }

  #lose(reason: string, stop?: CallLost["stop"]): never {
    this.#lost = true;
    throw new CallLost(reason, stop);
  }

  #declareFailure(output: unknown): never {
    const { keptOutput } = this.#init;
    if (!this.#ended) this.execution.response = output;
    throw new DeclaredFailure(keptOutput ? keptOutput(output) : output);
  }

  /** `skipped` where the call was refused before its tool, `aborted` where nobody knows what became of it. */
  protected override classify(error: unknown): Exclude<TerminalStatus, "completed"> {
    this.#isAnswered = true;
    if (this.#executed === "no" && (NotAdmitted.isInstance(error) || PermissionError.isInstance(error))) return "skipped";
    if (this.#lost) return "aborted";
    return super.classify(error);
  }

  protected override late(result: LateResult): void {
    if (this.#executed !== "no") this.#init.onLate?.(result);
  }

  /** The next attempt of the same call: pending, with the same call id and idempotency key. */
  protected override copy(options: EventOptions): FunctionCalling {
    const { callId, idempotencyKey } = this;
    const { id: _, ...init } = this.#init;
    return new FunctionCalling({ ...init, ...options, callId, idempotencyKey, attempt: this.attempt + 1 });
  }

  override toJSON(): EventJson & { readonly function: string; readonly arguments: JsonObject } {
    const { id, createdAt, metadata, execution } = super.toJSON();
    return { id, createdAt, metadata, execution, function: this.function, arguments: this.#arguments };
  }
}

/** One step of a call; it names the next one. */
type Step<T> = (this: FunctionCalling, scope: CallScope, value: T) => unknown;

/** What the tool, its processors and the executor are told of the call. */
class CallScope implements ExecutorCall {
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly attempt: number;
  readonly tool: Tool;
  /** Milliseconds that the call had when its executor got it. */
  readonly timeoutMs: number | undefined;
  // Not #private: processors get objects that inherit from this one.
  private readonly call: FunctionCalling;
  private readonly event: EventContext;

  constructor(call: FunctionCalling, event: EventContext) {
    this.callId = call.callId;
    this.idempotencyKey = call.idempotencyKey;
    this.attempt = call.attempt;
    this.tool = call.tool;
    this.timeoutMs = call.timeoutMs;
    this.call = call;
    this.event = event;
  }

  /** What runs: final when the executor gets it. */
  get arguments(): JsonObject {
    return this.call.arguments;
  }

  get signal(): AbortSignal {
    return this.event.signal;
  }

  progress(item: unknown): void {
    this.event.progress(item);
  }
}
