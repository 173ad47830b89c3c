import { FunctionCalling, type Tool } from "@acta/actions";
import type { ExecutorResult } from "@acta/actions/executor";
import type { Outcome } from "../outcome.js";
import type { IntendedBody } from "../records.js";
import type { Call } from "./call.js";
import { toldOutput } from "./kept.js";
import { outcomeOf } from "./outcome-of.js";
import { waitFor } from "./wait-for.js";

/**
 * What an executor says of an attempt that outlived the process which had handed it over: how it ended, or null where it cannot tell. Waits
 * `gateTimeoutMs` for an attempt that still runs.
 */
export async function attach(call: Call, { attempt, arguments: input }: IntendedBody): Promise<Outcome | null> {
  const { tool, act } = call;
  const executor = tool && act.scope.actions.executor(call.obligations?.executor ?? tool.executor ?? "inline");
  if (!tool || !executor?.attach) return null;
  call.executor = executor;
  const over = new AbortController();
  const attaching = (async () => executor.attach?.({ callId: call.id, attempt }, { signal: over.signal }))();
  const waited = await waitFor(attaching, act.scope.gateTimeoutMs, act.signal).catch(() => null);
  const result = waited?.kind === "done" ? waited.value : null;
  return !result || result.kind === "lost" ? null : endWith(call, tool, input, result);
}

/** Takes what the tool came to the rest of the way: its output is checked and postprocessed, and nothing is run. */
async function endWith(call: Call, tool: Tool, input: IntendedBody["arguments"], result: ExecutorResult): Promise<Outcome> {
  const { post = [] } = tool.processors ?? {};
  const ended: Tool = Object.create(tool, {
    preprocess: { value: undefined },
    processors: { value: { security: [], pre: [], post } },
    // Bound, because the methods of a class may use private fields.
    postprocess: { value: tool.postprocess?.bind(tool) },
    isFailure: { value: tool.isFailure?.bind(tool) },
  });
  const executor = { name: "attached", capabilities: { offLoop: true, killable: false, remote: true }, execute: () => result };
  const event = new FunctionCalling({
    tool: ended,
    arguments: input,
    id: `${call.id}:${call.attempt}`,
    callId: call.id,
    attempt: call.attempt,
    executor,
    keptOutput: (output) => toldOutput(call, output),
  });
  call.event = event;
  await event.invoke({ timeoutMs: call.deadline.limitMs }).catch(() => undefined);
  return outcomeOf(call, event);
}
