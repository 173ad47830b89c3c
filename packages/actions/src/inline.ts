import { NotExecuted } from "./errors.js";
import type { Executor, ExecutorCall, ExecutorResult } from "./executor.js";
import { isThenable, settled } from "./thenable.js";

type Stepper = Iterator<unknown, unknown, void> | AsyncIterator<unknown, unknown, void>;

/** Runs the tool on the caller's event loop. Thenables are awaited, generators are driven to their return value. (ADR-0012 D6) */
export const inline: Executor = Object.freeze({
  name: "inline",
  capabilities: Object.freeze({ offLoop: false, killable: false, remote: false }),
  execute(call: ExecutorCall): ExecutorResult | Promise<ExecutorResult> {
    try {
      const result = call.tool.run(call.arguments, call);
      if (isGenerator(result)) return drive(result, call).then(returned, threw);
      return isThenable(result) ? settled(result).then(returned, threw) : returned(result);
    } catch (error) {
      return threw(error);
    }
  },
});

const returned = (output: unknown): ExecutorResult => ({ kind: "returned", output });
const threw = (error: unknown): ExecutorResult => ({ kind: "threw", error, executed: NotExecuted.isInstance(error) ? "no" : "yes" });

/** After so many steps of a generator, timers and whatever else waits get their turn. */
const stepsAtATime = 100;

async function drive(generator: Stepper, call: ExecutorCall): Promise<unknown> {
  for (let count = 1; ; count++) {
    if (count % stepsAtATime === 0) await new Promise((resolve) => setTimeout(resolve));
    const step = await generator.next();
    if (step.done) return await step.value;
    call.progress(step.value);
    if (call.signal.aborted) {
      // Gives the tool's `finally` its turn; nobody waits for what it answers.
      await generator.return?.(undefined);
      throw call.signal.reason;
    }
  }
}

/** An array or a map can be iterated too, but only a generator can be thrown into. */
function isGenerator(value: unknown): value is Stepper {
  if (typeof value !== "object" || value === null) return false;
  const { next, throw: raise } = value as { next?: unknown; throw?: unknown };
  return typeof next === "function" && typeof raise === "function" && (Symbol.asyncIterator in value || Symbol.iterator in value);
}
