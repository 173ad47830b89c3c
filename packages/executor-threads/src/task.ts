import type { ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import type { Address } from "./in-thread.js";
import type { ToWorker } from "./messages.js";

/** A call on its way through the pool. It is settled once. */
export class Task {
  readonly id: number;
  readonly signal: AbortSignal;
  readonly message: ToWorker;
  readonly #call: ExecutorCall;
  readonly #resolve: (result: ExecutorResult) => void;
  readonly #aborted: () => void;

  constructor(
    id: number,
    call: ExecutorCall,
    order: Address & { readonly input: string; readonly maxLength: number },
    events: { settled(result: ExecutorResult): void; aborted(task: Task): void },
  ) {
    const { callId, idempotencyKey, attempt, signal } = call;
    this.id = id;
    this.signal = signal;
    this.message = { acta: "call", id, ...order, context: { callId, idempotencyKey, attempt } };
    this.#call = call;
    this.#resolve = events.settled;
    this.#aborted = events.aborted.bind(events, this);
    signal.addEventListener("abort", this.#aborted, { once: true });
  }

  /** An item as JSON text. What is no JSON was not sent by our program, and is nobody's progress. */
  progress(item: string): void {
    let value: unknown;
    try {
      value = JSON.parse(item);
    } catch {
      return;
    }
    this.#call.progress(value);
  }

  settle(result: ExecutorResult): void {
    this.signal.removeEventListener("abort", this.#aborted);
    this.#resolve(result);
  }
}
