import type { Executor, ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import { type ThreadsExecutor, threadsExecutor } from "@acta/executor-threads";
import { goesOn } from "./tools.js";

const without = (call: ExecutorCall): ExecutorCall => ({ ...call, signal: new AbortController().signal });

/** Never hears of an abort. */
export const deaf = (executor: ThreadsExecutor): ThreadsExecutor => replaced(executor, (call) => executor.execute(without(call)));

/** Confirms at the abort the end of what goes on. */
export const looksAway = (executor: ThreadsExecutor): ThreadsExecutor =>
  replaced(executor, (call) => {
    const aborted = new Promise<ExecutorResult>((resolve) => {
      call.signal.addEventListener("abort", () => resolve({ kind: "stopped", confirmed: true, executed: "unknown" }));
    });
    return Promise.race([aborted, executor.execute(without(call))]);
  });

/** Leaves a thread behind for each call that was stopped. */
export function leaky(executor: ThreadsExecutor): ThreadsExecutor {
  const left: ThreadsExecutor[] = [];
  return {
    ...replaced(executor, async (call) => {
      const result = await executor.execute(call);
      if (result.kind !== "stopped") return result;
      const another = threadsExecutor({ size: 1, idleMs: 600_000 });
      left.push(another);
      await goesOn(another);
      return result;
    }),
    async close() {
      await Promise.all([executor, ...left].map((each) => each.close()));
    },
  };
}

function replaced(executor: ThreadsExecutor, execute: Executor["execute"]): ThreadsExecutor {
  const { name, capabilities } = executor;
  return {
    name,
    capabilities,
    execute,
    close: () => executor.close(),
    get load() {
      return executor.load;
    },
  };
}
