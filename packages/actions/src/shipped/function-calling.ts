import { Cancellation, type EventStatus, isTerminal } from "@acta/event";
import type { JsonObject } from "@acta/governance";
import type { Tool, ToolContext } from "../tool.js";
import { Execution, type RecordedExecution } from "./execution.js";
import { interruptible } from "./interruptible.js";
import { isDeclaredAsync } from "./is-declared-async.js";
import { RecordedError } from "./recorded-error.js";
import { recordedText } from "./recorded-text.js";
import { isMapping } from "./values.js";

export interface RecordedEvent {
  readonly id: string;
  /** Wall clock, milliseconds. */
  readonly created_at: number;
  readonly metadata: { readonly class: string };
  readonly execution: RecordedExecution;
  readonly arguments: unknown;
  readonly function: string;
}

export interface FunctionCallingInit {
  readonly tool: Tool;
  /** As `construct` makes them. */
  readonly arguments: unknown;
  readonly id?: string | undefined;
  /** Wall clock, milliseconds. */
  readonly createdAt?: number | undefined;
}

const statuses = new Set<unknown>(["pending", "processing", "completed", "failed", "skipped", "cancelled", "aborted"]);

/** A result that may be a promise and is not to be awaited. */
interface Result {
  readonly value: unknown;
}

/** One call of one tool as the recorded project runs it: what is declared `async` is awaited, every other result is data. (ADR-0012 D1, D6) */
export class FunctionCalling {
  readonly id: string;
  readonly createdAt: number;
  readonly tool: Tool;
  readonly execution = new Execution();
  /** Replaced by whatever the preprocessor returns. */
  arguments: unknown;
  #hasEnded = false;
  #completion: Promise<void> | undefined;
  #complete: (() => void) | undefined;

  constructor(init: FunctionCallingInit) {
    this.id = init.id ?? crypto.randomUUID();
    this.createdAt = init.createdAt ?? Date.now();
    this.tool = init.tool;
    this.arguments = init.arguments;
  }

  /** Always throws: an event cannot be rebuilt from its serialized form. */
  static fromJSON(): never {
    throw new RecordedError("NotImplementedError", "not_rebuildable", "Cannot recreate an event once it's done.");
  }

  get function(): string {
    return this.tool.name;
  }

  get status(): EventStatus {
    return this.execution.status;
  }

  /** Every terminal status signals `completion`; one that is put back to `pending` runs again. Throws for anything but the seven. */
  set status(status: EventStatus) {
    if (!statuses.has(status)) throw new RecordedError("ValueError", "invalid_status", `Invalid status: ${String(status)}`);
    this.execution.status = status;
    if (!isTerminal(status)) return;
    this.#hasEnded = true;
    this.#complete?.();
  }

  /** Made on first read; stays resolved once the event has ended. */
  get completion(): Promise<void> {
    this.#completion ??= new Promise((resolve) => {
      if (this.#hasEnded) resolve();
      else this.#complete = resolve;
    });
    return this.#completion;
  }

  /** Does nothing unless pending. Rejects for cancellation only: an ordinary error is data. */
  async invoke({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.status !== "pending") return;
    this.status = "processing";
    const startedAt = performance.now();
    try {
      const { value } = await this.#run(signal);
      this.execution.response = value;
      this.status = "completed";
    } catch (error) {
      this.#fail(error, signal);
    } finally {
      this.execution.duration = (performance.now() - startedAt) / 1_000;
    }
  }

  /** Throws unless the event has completed. */
  assertCompleted(): void {
    if (this.status === "completed") return;
    const { response: _, ...execution } = this.execution.toJSON();
    throw new RecordedError("RuntimeError", "not_completed", `Event did not complete successfully: ${recordedText(execution)}`);
  }

  async #run(signal: AbortSignal | undefined): Promise<Result> {
    const { tool } = this;
    const context = new CallScope(this.id, signal);
    const { preprocess, postprocess } = tool;
    if (preprocess) {
      const { value } = await call(preprocess, () => tool.preprocess?.(this.arguments as JsonObject, context), signal);
      this.arguments = value;
    }
    if (!isMapping(this.arguments)) throw new TypeError(`the arguments of ${tool.name} are not an object`);
    const response = await call(tool.run, () => tool.run(this.arguments, context), signal);
    return postprocess ? call(postprocess, () => tool.postprocess?.(response.value, context), signal) : response;
  }

  #fail(thrown: unknown, signal: AbortSignal | undefined): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
    const isCancelled = Cancellation.isInstance(thrown) || signal?.aborted === true;
    this.status = isCancelled ? "cancelled" : "failed";
    this.execution.addError(error);
    if (isCancelled) throw thrown;
  }

  /** The live tool is left out. */
  toJSON(): RecordedEvent {
    return {
      id: this.id,
      created_at: this.createdAt,
      metadata: { class: "FunctionCalling" },
      execution: this.execution.toJSON(),
      arguments: this.arguments,
      function: this.function,
    };
  }
}

async function call(declared: (...args: never[]) => unknown, run: () => unknown, signal: AbortSignal | undefined): Promise<Result> {
  if (!isDeclaredAsync(declared)) return { value: run() };
  signal?.throwIfAborted();
  return { value: await interruptible(run() as Promise<unknown>, signal) };
}

class CallScope implements ToolContext {
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly attempt = 1;
  #signal: AbortSignal | undefined;

  constructor(callId: string, signal: AbortSignal | undefined) {
    this.callId = callId;
    this.idempotencyKey = callId;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }
}
