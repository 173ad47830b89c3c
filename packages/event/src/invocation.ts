import type { AbortSignalLike } from "./abort-signal-like.js";
import { Cancellation } from "./cancellation.js";
import { DeadlineExceeded } from "./deadline-exceeded.js";
import { isTerminal, type TerminalStatus } from "./event-status.js";
import type { Execution, ExecutionOf } from "./execution.js";
import { InvocationContext } from "./invocation-context.js";
import { isThenable } from "./is-thenable.js";
import type { LateResult, Work } from "./work.js";

/** `setTimeout` fires at once when it is asked to wait this long. */
const noDeadline = 2 ** 31;

const ignore = (): void => {};

/** One run of an event's work, from its start to whatever ends it first; what comes after that is late. */
export class Invocation<R> {
  readonly #work: Work<R>;
  readonly #execution: Execution<R>;
  readonly #caller: AbortSignalLike | undefined;
  readonly #startedAt: number;
  #controller: AbortController | undefined;
  /** Why `signal` is aborted; like every reason of a signal never undefined. */
  #reason: unknown;
  #over = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settle: ((rejection?: unknown) => void) | undefined;

  readonly #cancel = (): void => this.#stop("cancelled", this.#caller?.reason);

  constructor(work: Work<R>, caller: AbortSignalLike | undefined) {
    this.#work = work;
    this.#execution = work.execution;
    this.#caller = caller;
    this.#startedAt = work.runtime.monotonic();
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  publish(item: unknown): void {
    if (!this.#over) this.#work.progress(item);
  }

  /** To be called once. The promise settles when the invocation is over, and rejects only for a cancellation. */
  start(timeoutMs: number): Promise<ExecutionOf<R>> {
    return new Promise((resolve, reject) => {
      this.#settle = (rejection) => (rejection === undefined ? resolve(this.#execution as ExecutionOf<R>) : reject(rejection));
      if (this.#caller?.aborted) this.#cancel();
      else this.#run(timeoutMs);
    });
  }

  /** Lets go of the work, the caller and the clock: what the work still comes to is late. */
  leave(rejection?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#caller?.removeEventListener("abort", this.#cancel);
    clearTimeout(this.#timer);
    this.#execution.duration = (this.#work.runtime.monotonic() - this.#startedAt) / 1_000;
    this.#settle?.(rejection);
  }

  #run(timeoutMs: number): void {
    this.#execution.status = "processing";
    try {
      this.#caller?.addEventListener("abort", this.#cancel);
      if (timeoutMs < noDeadline) this.#timer = setTimeout(() => this.#stop("aborted", new DeadlineExceeded(timeoutMs)), timeoutMs);
      const result = this.#work.perform(new InvocationContext(this));
      if (isThenable(result)) {
        Promise.resolve(result).then(
          (value) => this.#returned(value),
          (error: unknown) => this.#threw(error),
        );
      } else this.#returned(result);
    } catch (error) {
      this.#threw(error);
    }
  }

  #returned(value: R): void {
    if (this.#over) this.#tellLate({ kind: "returned", value });
    else {
      this.#execution.response = value;
      this.#end("completed");
    }
  }

  #threw(error: unknown): void {
    // The error may overtake the notice of the abort that it is a consequence of.
    if (this.#caller?.aborted) this.#cancel();
    if (this.#over) this.#tellLate({ kind: "threw", error });
    else {
      this.#execution.addError(error);
      this.#end(this.#classified(error), Cancellation.isInstance(error) ? error : undefined);
    }
  }

  #stop(status: "cancelled" | "aborted", reason: unknown): void {
    if (this.#over) return;
    this.#execution.addError(reason);
    this.#end(status, status === "cancelled" ? reason : undefined);
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  #end(status: TerminalStatus, rejection?: unknown): void {
    this.leave(rejection);
    this.#execution.status = status;
  }

  #classified(error: unknown): TerminalStatus {
    try {
      const status: string = this.#work.classify(error);
      if (status !== "completed" && isTerminal(status)) return status;
    } catch (mistake) {
      this.#execution.addError(mistake);
    }
    return "failed";
  }

  #tellLate(result: LateResult<R>): void {
    // A step later, so that neither its throw nor its rejection can reach anybody: the event has ended.
    Promise.resolve(result).then(this.#work.late).catch(ignore);
  }
}
