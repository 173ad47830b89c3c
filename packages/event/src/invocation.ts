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

/** One run of an event's work, from its start to whatever ends it first; what comes after that is late. */
export class Invocation<R> {
  readonly #work: Work<R>;
  readonly #execution: Execution<R>;
  readonly #progress: Progress;
  readonly #runtime: EventRuntime;
  readonly #caller: AbortSignalLike | undefined;
  readonly #startedAt: number;
  #controller: AbortController | undefined;
  /** Why `signal` is aborted; like every reason of a signal never undefined. */
  #reason: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Listens to the caller's signal. */
  #cancel: (() => void) | undefined;
  /** What settles its promise, until it is over. */
  #settle: [resolve: (execution: unknown) => void, reject: (reason: unknown) => void] | undefined;

  constructor(work: Work<R>, execution: Execution<R>, progress: Progress, runtime: EventRuntime, caller: AbortSignalLike | undefined) {
    this.#work = work;
    this.#execution = execution;
    this.#progress = progress;
    this.#runtime = runtime;
    this.#caller = caller;
    this.#startedAt = runtime.monotonic();
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
      else this.#listen();
    }
    return this.#controller.signal;
  }

  publish(item: unknown): void {
    if (this.#settle) this.#progress.publish(item);
  }

  /** To be called once. The promise settles when the invocation is over, and rejects only for a cancellation. */
  start(timeoutMs: number): Promise<ExecutionOf<R>> {
    return new Promise<unknown>((...settle) => {
      this.#settle = settle;
      this.#run(timeoutMs);
    }) as Promise<ExecutionOf<R>>;
  }

  /** Lets go of the work, the caller and the clock: what the work still comes to is late. */
  leave(rejection?: unknown): void {
    const settle = this.#settle;
    if (!settle) return;
    this.#settle = undefined;
    clearTimeout(this.#timer);
    if (this.#cancel) this.#caller?.removeEventListener("abort", this.#cancel);
    this.#execution.duration = (this.#runtime.monotonic() - this.#startedAt) / 1_000;
    if (rejection === undefined) settle[0](this.#execution);
    else settle[1](rejection);
  }

  #run(timeoutMs: number): void {
    this.#heed();
    if (!this.#settle) return;
    this.#execution.status = "processing";
    try {
      // Asked to wait longer than that, `setTimeout` fires at once.
      if (timeoutMs < 2 ** 31) this.#timer = setTimeout(() => this.#stop("aborted", new DeadlineExceeded(timeoutMs)), timeoutMs);
      const result = this.#work.perform(new InvocationContext(this));
      if (isThenable(result)) {
        this.#listen();
        Promise.resolve(result).then(this.#returned.bind(this), this.#threw.bind(this));
      } else this.#returned(result);
    } catch (error) {
      this.#threw(error);
    }
  }

  /** Only work that waits, or looks at its signal, can be stopped. */
  #listen(): void {
    if (this.#cancel || !this.#settle) return;
    this.#cancel = this.#heed.bind(this);
    this.#caller?.addEventListener("abort", this.#cancel);
    this.#heed();
  }

  #heed(): void {
    if (this.#caller?.aborted) this.#stop("cancelled", this.#caller.reason);
  }

  #returned(value: R): void {
    // Work that did not wait may have aborted the caller itself.
    this.#heed();
    if (!this.#settle) void this.#tellLate({ kind: "returned", value });
    else {
      this.#execution.response = value;
      this.#end("completed");
    }
  }

  #threw(error: unknown): void {
    // The error may overtake the notice of the abort that it is a consequence of.
    this.#heed();
    if (!this.#settle) void this.#tellLate({ kind: "threw", error });
    else {
      this.#execution.addError(error);
      this.#end(this.#classified(error), Cancellation.isInstance(error) ? error : undefined);
    }
  }

  #stop(status: "cancelled" | "aborted", reason: unknown): void {
    if (!this.#settle) return;
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

  /** A step later, and deaf to what comes of it: the event has ended. */
  async #tellLate(result: LateResult<R>): Promise<void> {
    try {
      await undefined;
      await this.#work.late?.(result);
    } catch {}
  }
}
