import type { AbortSignalLike } from "./abort-signal-like.js";
import { Cancellation } from "./cancellation.js";
import { DeadlineExceeded } from "./deadline-exceeded.js";
import type { EventRuntime } from "./event-runtime.js";
import { isTerminal, type TerminalStatus } from "./event-status.js";
import type { Execution, ExecutionOf } from "./execution.js";
import { InvocationContext } from "./invocation-context.js";
import { isThenable } from "./is-thenable.js";
import type { Progress } from "./progress.js";
import type { LateResult, Work } from "./work.js";

/** `setTimeout` fires at once when it is asked to wait this long. */
const noDeadline = 2 ** 31;

const ignore = (): void => {};

/** What an invocation is given: the work, the record of it, and what it may use. */
export interface InvocationInit<R> {
  readonly work: Work<R>;
  readonly execution: Execution<R>;
  readonly progress: Progress;
  readonly runtime: EventRuntime;
  readonly caller: AbortSignalLike | undefined;
}

/** One run of an event's work, from its start to whatever ends it first; what comes after that is late. */
export class Invocation<R> {
  readonly #init: InvocationInit<R>;
  readonly #startedAt: number;
  #controller: AbortController | undefined;
  /** Why `signal` is aborted; like every reason of a signal never undefined. */
  #reason: unknown;
  #over = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Listens to the caller's signal. */
  #cancel: (() => void) | undefined;
  #rejection: unknown;
  #settle: (() => void) | undefined;

  constructor(init: InvocationInit<R>) {
    this.#init = init;
    this.#startedAt = init.runtime.monotonic();
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
      else this.#listen();
    }
    return this.#controller.signal;
  }

  publish(item: unknown): void {
    if (!this.#over) this.#init.progress.publish(item);
  }

  /** To be called once. The promise settles when the invocation is over, and rejects only for a cancellation. */
  start(timeoutMs: number): Promise<ExecutionOf<R>> {
    if (this.#init.caller?.aborted) this.#cancelled();
    else this.#run(timeoutMs);
    const execution = this.#init.execution as ExecutionOf<R>;
    if (this.#over) return this.#rejection === undefined ? Promise.resolve(execution) : Promise.reject(this.#rejection);
    return new Promise((resolve, reject) => {
      this.#settle = () => (this.#rejection === undefined ? resolve(execution) : reject(this.#rejection));
    });
  }

  /** Lets go of the work, the caller and the clock: what the work still comes to is late. */
  leave(rejection?: unknown): void {
    if (this.#over) return;
    const { caller, execution, runtime } = this.#init;
    this.#over = true;
    this.#rejection = rejection;
    if (this.#cancel) caller?.removeEventListener("abort", this.#cancel);
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    execution.duration = (runtime.monotonic() - this.#startedAt) / 1_000;
    this.#settle?.();
  }

  #run(timeoutMs: number): void {
    this.#init.execution.status = "processing";
    try {
      if (timeoutMs < noDeadline) this.#timer = setTimeout(() => this.#stop("aborted", new DeadlineExceeded(timeoutMs)), timeoutMs);
      const result = this.#init.work.perform(new InvocationContext(this));
      if (isThenable(result)) {
        this.#listen();
        Promise.resolve(result).then(
          (value) => this.#returned(value),
          (error: unknown) => this.#threw(error),
        );
      } else this.#returned(result);
    } catch (error) {
      this.#threw(error);
    }
  }

  /** Only work that waits, or looks at its signal, can be stopped. */
  #listen(): void {
    const { caller } = this.#init;
    if (caller === undefined || this.#cancel || this.#over) return;
    this.#cancel = () => this.#cancelled();
    caller.addEventListener("abort", this.#cancel);
    if (caller.aborted) this.#cancelled();
  }

  #cancelled(): void {
    this.#stop("cancelled", this.#init.caller?.reason);
  }

  #returned(value: R): void {
    // Work that did not wait may have aborted the caller itself.
    if (this.#init.caller?.aborted) this.#cancelled();
    if (this.#over) this.#tellLate({ kind: "returned", value });
    else {
      this.#init.execution.response = value;
      this.#end("completed");
    }
  }

  #threw(error: unknown): void {
    // The error may overtake the notice of the abort that it is a consequence of.
    if (this.#init.caller?.aborted) this.#cancelled();
    if (this.#over) this.#tellLate({ kind: "threw", error });
    else {
      this.#init.execution.addError(error);
      this.#end(this.#classified(error), Cancellation.isInstance(error) ? error : undefined);
    }
  }

  #stop(status: "cancelled" | "aborted", reason: unknown): void {
    if (this.#over) return;
    this.#init.execution.addError(reason);
    this.#end(status, status === "cancelled" ? reason : undefined);
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  #end(status: TerminalStatus, rejection?: unknown): void {
    this.leave(rejection);
    this.#init.execution.status = status;
  }

  #classified(error: unknown): TerminalStatus {
    try {
      const status: string = this.#init.work.classify(error);
      if (status !== "completed" && isTerminal(status)) return status;
    } catch (mistake) {
      this.#init.execution.addError(mistake);
    }
    return "failed";
  }

  #tellLate(result: LateResult<R>): void {
    // A step later, so that neither its throw nor its rejection can reach anybody: the event has ended.
    Promise.resolve(result)
      .then((late) => this.#init.work.late?.(late))
      .catch(ignore);
  }
}
