import { Cancellation } from "./cancellation.js";
import type { EventContext } from "./event-context.js";
import { EventError } from "./event-error.js";
import type { EventOptions } from "./event-options.js";
import { type EventRuntime, systemRuntime } from "./event-runtime.js";
import { type EventStatus, isTerminal } from "./event-status.js";
import { Execution, type ExecutionJson, type ExecutionOf } from "./execution.js";
import { Invocation } from "./invocation.js";
import type { InvokeOptions } from "./invoke-options.js";
import type { Json } from "./json.js";
import { Progress } from "./progress.js";
import { progressStream } from "./progress-stream.js";
import { serialize } from "./serialize.js";
import type { Failure, LateResult, Work } from "./work.js";

export type EventJson = {
  readonly id: string;
  /** Wall clock, milliseconds. */
  readonly createdAt: number;
  readonly metadata: Json;
  readonly execution: ExecutionJson;
};

/**
 * Work that runs once and whose failure is data. Extend it and implement `perform`, or use `Event.from`. An event cannot be rebuilt from
 * its JSON. (ADR-0012 D1)
 */
export abstract class Event<R = unknown> {
  readonly id: string;
  /** Wall clock at construction, milliseconds. */
  readonly createdAt: number;
  /** Free for notes of the host; serialized with the event. */
  readonly metadata: Record<string, unknown>;
  readonly #runtime: EventRuntime;
  readonly #execution = new Execution<R>((status) => this.#onStatus(status));
  #invocation: Invocation<R> | undefined;
  readonly #progress = new Progress();
  #ended = false;
  #completion: Promise<ExecutionOf<R>> | undefined;
  /** Of anything, or an event of texts would be no `Event`. */
  #complete: ((execution: unknown) => void) | undefined;

  constructor({ id, metadata, runtime = systemRuntime }: EventOptions = {}) {
    this.#runtime = runtime;
    this.id = id ?? runtime.id();
    this.createdAt = runtime.now();
    this.metadata = { ...metadata };
  }

  /** An event around a function. */
  static from<R>(work: (context: EventContext) => R | PromiseLike<R>, options?: EventOptions): Event<R> {
    return new FunctionEvent(work, options);
  }

  /** One mutable record for the whole life of the event; check `status` to know the type of `response`. */
  get execution(): ExecutionOf<R> {
    return this.#execution as ExecutionOf<R>;
  }

  get status(): EventStatus {
    return this.#execution.status;
  }

  /**
   * Setting it by hand is for those who learn of the end elsewhere: every terminal status signals `completion`, work that still runs goes
   * on unheard (see `late`), and an event put back to `pending` can be invoked again. Throws an `EventError` (`invalid_status`) for
   * anything but the seven statuses.
   */
  set status(status: EventStatus) {
    this.#execution.status = status;
  }

  /** Made on first read, already resolved when read after the end; never rejects. Signalled by every terminal status, once. */
  get completion(): Promise<ExecutionOf<R>> {
    this.#completion ??= new Promise<unknown>((resolve) => {
      if (this.#ended) resolve(this.execution);
      else this.#complete = resolve;
    }) as Promise<ExecutionOf<R>>;
    return this.#completion;
  }

  /**
   * Runs the work, once: whenever the status is not `pending`, it returns at once what there is, without waiting for a running invocation
   * (`completion` does). Resolves with the execution, however the work ended: what it threw is in `error`, past the deadline the status is
   * `aborted` and the error a `DeadlineExceeded`.
   *
   * Rejects only for cancellation: with `signal.reason` when the caller aborts, with the error itself when the work throws a
   * `Cancellation`. The event has ended `cancelled` by then. A caller's abort and the deadline end the event at once, even when the work
   * ignores its signal; an abort before the start keeps it from starting. An invalid timeout rejects with an `EventError`
   * (`invalid_timeout`) and leaves the event pending.
   */
  invoke(options: InvokeOptions = {}): Promise<ExecutionOf<R>> {
    if (this.status !== "pending") return Promise.resolve(this.execution);
    const { signal, timeoutMs = Infinity } = options;
    if (!(timeoutMs >= 0)) return Promise.reject(new EventError("timeout", "0 or more"));
    // The protected members are for subclasses, and for this.
    this.#invocation = new Invocation(this as unknown as Work<R>, this.#execution, this.#progress, this.#runtime, signal);
    return this.#invocation.start(timeoutMs);
  }

  /**
   * Invokes the event if it is pending, yields its progress in order, and returns the execution; throws what `invoke` would reject with.
   *
   * Every consumer sees all items from its first `next()` on; the one that comes when nobody reads also gets the latest 1,000 of those that
   * were published meanwhile, even after the end. What a consumer does not read in time waits for it, without a limit. Leaving the loop
   * early ends the reading, not the work: to stop that, pass a `signal` and abort it.
   */
  stream(options?: InvokeOptions): AsyncGenerator<unknown, ExecutionOf<R>, void> {
    return progressStream(this.#progress, () => (this.status === "pending" ? this.invoke(options) : this.completion), this.execution);
  }

  /**
   * A pending copy: same class, fields and metadata, new id and time. The used event stays as it is. A class overrides `copy` when its
   * fields cannot simply be handed on.
   */
  fresh(): this {
    return this.copy({ metadata: this.metadata, runtime: this.#runtime }) as this;
  }

  /** Never throws; what JSON cannot carry is converted as `serialize` says. */
  toJSON(): EventJson {
    return { id: this.id, createdAt: this.createdAt, metadata: serialize(this.metadata), execution: this.#execution.toJSON() };
  }

  /** The work; called once per invocation. A returned thenable is awaited, anything else is the response. */
  protected abstract perform(context: EventContext): R | PromiseLike<R>;

  /**
   * Names the terminal status for what `perform` threw, which may be anything: `cancelled` for a `Cancellation`, else `failed`. Not asked
   * about a caller's abort and the deadline. Does not decide whether `invoke` rejects.
   */
  protected classify(error: unknown): Failure {
    return Cancellation.isInstance(error) ? "cancelled" : "failed";
  }

  /** Called when work comes to an end that the event did not wait for (aborted, past its deadline, ended by hand). What it throws is ignored. */
  protected late?(result: LateResult<R>): void | PromiseLike<void>;

  /**
   * Makes the copy for `fresh`. The default hands on all fields of the subclass without running its constructor. Override it to construct a
   * new one from `options` where that is not enough: for `#private` fields, and for fields that hold functions bound to this event.
   */
  protected copy(options: EventOptions): Event<R> {
    // Runs the constructor of this class only, but makes an instance of the subclass.
    const copy: Event<R> = Reflect.construct(Event, [options], this.constructor);
    return Object.assign(copy, this, { ...copy });
  }

  #onStatus(status: EventStatus): void {
    // Has left already, unless somebody set the status by hand.
    if (status !== "processing") this.#invocation?.leave();
    if (!isTerminal(status)) return;
    this.#ended = true;
    this.#complete?.(this.execution);
  }
}

/** Keeps its function in a field, where `fresh` finds it. */
class FunctionEvent<R> extends Event<R> {
  constructor(
    private readonly work: (context: EventContext) => R | PromiseLike<R>,
    options?: EventOptions,
  ) {
    super(options);
  }

  protected perform(context: EventContext): R | PromiseLike<R> {
    return this.work(context);
  }
}
