import { type Executor, inline, watched } from "@acta/actions/executor";
import type { SharedOptions } from "./branch-options.js";
import type { Diagnostic } from "./diagnostic.js";
import { systemRuntime } from "./system-runtime.js";

/** The caller's event loop as a place to run tools. One that blocks it is reported, not stopped: nothing could stop it. */
export function watchedInline(
  { stallLimitMs = 1_000, runtime = systemRuntime }: Pick<SharedOptions, "stallLimitMs" | "runtime">,
  report: (diagnostic: Diagnostic) => void,
): Executor {
  return watched(inline, {
    limitMs: stallLimitMs,
    monotonic: () => runtime.monotonic(),
    onStall: ({ tool, callId, blockedMs }) => {
      const error = new Error(`the tool ${tool} blocked the event loop for ${Math.round(blockedMs)} ms`);
      report({ code: "loop_stalled", callId, error });
    },
  });
}
