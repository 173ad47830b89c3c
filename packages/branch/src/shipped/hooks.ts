import { type FunctionCalling, interruptible, recordedText } from "@acta/actions/shipped";
import { Cancellation } from "@acta/event";
import { type HookBus, HookInvalid, type HookPoint, type HookPoints } from "@acta/hooks";
import { firstCodePoints } from "../summary.js";
import type { Call } from "./call.js";
import { emitIsolated } from "./emit.js";
import type { Steps } from "./steps.js";

type ToolPoint = Exclude<HookPoint, "message.add">;

const summary = (value: unknown) => firstCodePoints(recordedText(value), 200);

/** Blocking: what a handler throws escapes `act`, and nothing is recorded of the call. (ADR-0012 D2) */
export function emitPre(steps: Steps, call: Call): Promise<void> {
  const { function: name, arguments: raw } = call.request;
  return emitHook(steps, call, "tool.pre", { toolName: name as string, callId: call.id, argumentsSummary: summary(raw), arguments: raw });
}

/** Also for an event that failed: nobody looks. (ADR-0012 D3) */
export function emitPost(steps: Steps, call: Call, { execution }: FunctionCalling): Promise<void> {
  const { response: output, duration = 0 } = execution;
  const toolName = call.request.function as string;
  return emitHook(steps, call, "tool.post", { callId: call.id, toolName, resultSummary: summary(output), output, duration });
}

export function emitError(steps: Steps, call: Call, error: unknown): Promise<void> {
  return emitHook(steps, call, "tool.error", { callId: call.id, toolName: call.request.function as string, error, duration: null });
}

async function emitHook<P extends ToolPoint>(steps: Steps, call: Call, point: P, payload: HookPoints[P]): Promise<void> {
  for (const bus of call.scope.buses) {
    await (point === "tool.pre" ? runBlocking(bus, call, point, payload) : runIsolated(bus, call, point, payload));
    if (unboundBuses.has(bus) || call.scope.observer === null) continue;
    await emitIsolated(call, () => steps.emit(call, { kind: "hook", callId: call.id, point, payload }));
  }
}

async function runBlocking<P extends ToolPoint>(bus: HookBus, call: Call, point: P, payload: HookPoints[P]): Promise<void> {
  try {
    const emitted = bus.emitBlocking(point, payload, { signal: call.signal });
    if (emitted) await interruptible(emitted, call.signal);
  } catch (error) {
    // What a handler answers means nothing here.
    if (!HookInvalid.isInstance(error)) throw error;
  }
}

/** A cancellation is the one error that is not isolated. */
async function runIsolated<P extends ToolPoint>(bus: HookBus, call: Call, point: P, payload: HookPoints[P]): Promise<void> {
  const cancellations: unknown[] = [];
  const onError = (error: unknown) => {
    if (Cancellation.isInstance(error)) cancellations.push(error);
    else call.scope.report({ code: "hook_failed", callId: call.id, error });
  };
  const emitted = bus.emit(point, payload, { onError, signal: call.signal });
  if (emitted) await interruptible(emitted, call.signal);
  if (cancellations.length > 0) throw cancellations[0];
}

const unboundBuses = new WeakSet<HookBus>();

/** A bus whose emissions do not enter the observer's flow. */
export function unbound(bus: HookBus): HookBus {
  unboundBuses.add(bus);
  return bus;
}
