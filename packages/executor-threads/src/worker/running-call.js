import { failureText, thrownFrom } from "./failure.js";
import { frozen, jsonText } from "./json-text.js";
import { Progress } from "./progress.js";

/** @typedef {(module: string, name: string) => Promise<(input: unknown, context: object) => unknown>} Load */

/** One call in this thread. It is answered once. */
export class RunningCall {
  #call;
  #port;
  #controller = new AbortController();
  #progress;

  /**
   * @param {Extract<import("../messages.js").ToWorker, { acta: "call" }>} call
   * @param {import("./serve.js").Port} port
   */
  constructor(call, port) {
    this.#call = call;
    this.#port = port;
    this.#progress = new Progress((value) => port.postMessage({ acta: "progress", id: call.id, item: jsonText(value, call.maxLength) }));
  }

  get id() {
    return this.#call.id;
  }

  /** @param {string} reason */
  abort(reason) {
    this.#controller.abort(thrownFrom(reason));
    this.#progress.more();
  }

  more() {
    this.#progress.more();
  }

  /** @param {Load} load */
  async run(load) {
    this.#port.postMessage(await this.#answer(load));
    // What the call has left behind and fails at once is told before this.
    setImmediate(() => this.#port.postMessage({ acta: "free", id: this.id }));
  }

  /**
   * @param {Load} load
   * @returns {Promise<import("../messages.js").FromWorker>}
   */
  async #answer(load) {
    const { id, module, export: name, input, context, maxLength } = this.#call;
    /** @type {"yes" | "no"} */
    let executed = "no";
    try {
      const tool = await load(module, name);
      executed = "yes";
      const output = await this.#output(tool(frozen(JSON.parse(input)), { ...context, signal: this.#controller.signal }));
      return { acta: "returned", id, output: output === undefined ? undefined : jsonText(output, maxLength) };
    } catch (error) {
      return { acta: "threw", id, failure: failureText(error), executed: isNotExecuted(error) ? "no" : executed };
    }
  }

  /**
   * Promises are awaited, generators are driven to their return value, as `inline` does.
   * @param {unknown} result
   */
  async #output(result) {
    if (!isGenerator(result)) return await result;
    for (;;) {
      const step = await result.next();
      if (step.done) return await step.value;
      try {
        await this.#progress.tell(step.value);
        this.#controller.signal.throwIfAborted();
      } catch (error) {
        // Gives the tool's `finally` its turn.
        await result.return?.(undefined);
        throw error;
      }
    }
  }
}

/**
 * @param {unknown} value
 * @returns {value is AsyncGenerator | Generator}
 */
function isGenerator(value) {
  if (typeof value !== "object" || value === null) return false;
  const { next, throw: raise } = /** @type {{ next?: unknown, throw?: unknown }} */ (value);
  return typeof next === "function" && typeof raise === "function" && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** @param {any} error */
function isNotExecuted(error) {
  try {
    return typeof error === "object" && error?.[Symbol.for("acta.action-error")] === true && error.code === "not_executed";
  } catch {
    return false;
  }
}
