import type { Executor, ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import { startChild } from "./child.js";
import { type Address, locationOf } from "./in-thread.js";
import { type CheckedOptions, checkedOptions, type ThreadsOptions } from "./options.js";
import { type Load, Pool } from "./pool.js";
import { Task } from "./task.js";
import { startThread } from "./thread.js";
import { ThreadsError } from "./threads-error.js";
import { failureText } from "./worker/failure.js";
import { jsonText } from "./worker/json-text.js";

export interface ThreadsExecutor extends Executor {
  /** At this moment. */
  readonly load: Load;
  /** Ends every thread and process, also those that run a call. Resolves when they have ended, or are given up. */
  close(): Promise<void>;
}

/**
 * Runs tools off the caller's loop, in threads or processes that are ended when a call is aborted or past its deadline, whatever the tool
 * does. Takes tools that were made by `inThread`. Threads are started when they are needed, and kept for a while. Throws `ThreadsError`
 * (`invalid_options`).
 */
export function threadsExecutor(options: ThreadsOptions = {}): ThreadsExecutor {
  return new PooledExecutor(checkedOptions(options));
}

class PooledExecutor implements ThreadsExecutor {
  readonly name: string;
  readonly capabilities: Executor["capabilities"];
  readonly #options: CheckedOptions;
  readonly #pool: Pool;
  #calls = 0;

  constructor(options: CheckedOptions) {
    const { name, processes, memoryMb } = options;
    this.name = name;
    this.capabilities = Object.freeze({ offLoop: true, killable: true, remote: processes });
    this.#options = options;
    this.#pool = new Pool((events) => (processes ? startChild(memoryMb, events) : startThread(memoryMb, events)), options);
  }

  get load(): Load {
    return this.#pool.load;
  }

  execute(call: ExecutorCall): ExecutorResult | Promise<ExecutorResult> {
    if (this.#pool.isClosed) return refused(new ThreadsError("closed", "the executor is closed"));
    const address = locationOf(call.tool);
    if (!address)
      return refused(new ThreadsError("no_location", `the tool ${call.tool.name} does not say where its code is: see inThread`));
    if (call.signal.aborted) return { kind: "stopped", confirmed: true, executed: "no" };
    try {
      return this.#queue(call, address, jsonText(call.arguments, this.#options.maxLength));
    } catch (error) {
      return refused(error);
    }
  }

  #queue(call: ExecutorCall, address: Address, input: string): Promise<ExecutorResult> {
    const { maxLength } = this.#options;
    return new Promise((settled) => {
      const aborted = (task: Task) => this.#pool.stop(task, failureText(task.signal.reason));
      this.#pool.add(new Task(++this.#calls, call, { ...address, input, maxLength }, { settled, aborted }));
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

const refused = (error: unknown): ExecutorResult => ({ kind: "threw", error, executed: "no" });
