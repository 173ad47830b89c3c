import type { FunctionCalling } from "@acta/actions";
import { type CallContext, type PolicyLike, settleAll } from "@acta/governance";
import type { HookPoint, HookPoints } from "@acta/hooks";
import type { Message } from "@acta/messages";
import { RecordLost } from "../branch-error.js";
import type { DiagnosticCode } from "../diagnostic.js";
import type { Outcome } from "../outcome.js";
import type { Signal } from "../signal.js";
import { firstCodePoints, summary } from "../summary.js";
import { isThenable, settled } from "../thenable.js";
import type { Act } from "./act.js";
import { policiesOf } from "./authorize.js";
import type { Call } from "./call.js";
import { keptInput, keptOutput } from "./kept.js";
import { errorOf, outputOf, type Settled } from "./settled.js";
import { waitFor } from "./wait-for.js";

/**
 * Tells hooks, observers, callbacks and policies how a call ended. They are isolated, without an exception: what they throw is reported,
 * and cannot change what is recorded. `act` waits for them, each within `gateTimeoutMs`, and not after the caller's abort.
 */
export function publish(call: Call, settled: Settled): void {
  const { scope } = call.act;
  try {
    if (scope.buses.length > 0 || scope.observer !== null || scope.logger !== undefined || scope.callbacks.length > 0) tell(call, settled);
  } catch (error) {
    scope.report({ code: "observer_failed", callId: call.id, error });
  }
  tellPolicies(call, settled);
}

/** A start that was told has its end, whatever becomes of the record; nobody is told of a result that is not in it. */
export function publishUnrecorded(call: Call, settled: Settled, error: RecordLost): void {
  // The event has everything in it, also what may not be told.
  const shown = call.redaction ? new RecordLost(call.id, null, error.cause) : error;
  if (call.hasReachedGuard) publishError(call, shown);
  tellPolicies(call, settled);
}

function tell(call: Call, settled: Settled): void {
  const { act } = call;
  const { logger, observer } = act.scope;
  if (act.settings.verbose && logger !== undefined) writeLine(call, settled, logger);
  publishEndHook(call, settled);
  if (observer !== null) tellObserver(call, settled);
  if (settled.response !== null) publishMessage(act, call.id, settled.response);
}

function tellObserver(call: Call, settled: Settled): void {
  const { act, context, decision } = call;
  if (call.isStored && !act.unproposed) signal(act, { kind: "event", callId: call.id, event: liveEvent(call, settled) ?? settled.record });
  if (context === null || decision?.kind !== "deny") return;
  const shown = Object.freeze({ ...context, arguments: keptInput(call, context.arguments) });
  signal(act, { kind: "gate_denied", callId: call.id, call: shown, decision });
}

/** A message has entered history. */
export function publishMessage(act: Act, callId: string | null, message: Message): void {
  const { callbacks, observer } = act.scope;
  for (const callback of callbacks) isolate(act, callId, "callback_failed", () => callback(message));
  emit(act, callId, "message.add", () => ({ messageId: message.id, kind: message.kind }));
  if (observer !== null) signal(act, { kind: "message", callId, message });
}

/** A hook point was emitted; the flow has it only where a bus exists. */
export function publishHook(call: Call, point: HookPoint): void {
  const { buses, observer } = call.act.scope;
  if (observer !== null && buses.length > 0) signal(call.act, { kind: "hook", callId: call.id, point });
}

/** A refused call leaves a record, even where an event was made for it; so does one of which not everything may be shown. */
function liveEvent({ event, redaction }: Call, { outcome: { kind } }: Settled): FunctionCalling | null {
  const wasRefused = kind === "denied" || kind === "rejected" || kind === "escalated" || kind === "deferred";
  return wasRefused || redaction ? null : event;
}

function publishEndHook(call: Call, settled: Settled): void {
  const { outcome } = settled;
  if (outcome.kind === "succeeded") {
    emit(call.act, call.id, "tool.post", () => toolEnded(call, settled));
    publishHook(call, "tool.post");
  } else if (call.hasReachedGuard || outcome.kind === "rejected") {
    publishError(call, errorOf(call, outcome));
  }
}

function toolEnded(call: Call, settled: Settled): HookPoints["tool.post"] {
  const output = keptOutput(call, outputOf(call, settled));
  const duration = call.event?.execution.duration ?? 0;
  return { callId: call.id, toolName: call.proposal.function, resultSummary: summary(output), output, duration };
}

function publishError(call: Call, error: Error): void {
  const duration = call.event?.execution.duration ?? null;
  emit(call.act, call.id, "tool.error", () => ({ callId: call.id, toolName: call.proposal.function, error, duration }));
  publishHook(call, "tool.error");
}

/** To each bus. The payload is made where somebody listens, and is isolated too: a redactor of the host has its part in it. */
function emit<P extends "tool.post" | "tool.error" | "message.add">(
  act: Act,
  callId: string | null,
  point: P,
  payload: () => HookPoints[P],
) {
  for (const bus of act.scope.buses) {
    try {
      const emitted = bus.has(point) ? bus.emit(point, payload(), act.hookLimits(callId)) : undefined;
      if (emitted) act.waitFor(emitted);
    } catch (error) {
      act.scope.report({ code: "hook_failed", callId, error });
    }
  }
}

/** The arguments are cut shorter than in summaries, as a line is read by people. (ADR-0012 D2) */
function writeLine(call: Call, { outcome }: Settled, logger: (line: string) => void): void {
  const { function: name, asked } = call.proposal;
  isolate(call.act, call.id, "callback_failed", () => {
    logger(`${name}(${firstCodePoints(summary(asked), 50)}): ${outcome.error?.code ?? outcome.kind}`);
  });
}

/** How a call ended that they were asked about, unless it waits for an approval. */
export function tellPolicies(call: Call, { outcome }: Settled): void {
  const { context } = call;
  if (context === null || outcome.kind === "escalated") return;
  const policies = policiesOf(call);
  if (policies.some(isTold)) settlePolicies(call, policies, context, outcome);
}

function settlePolicies({ act, id }: Call, policies: readonly PolicyLike[], context: CallContext, { executed }: Outcome): void {
  isolate(act, id, "policy_failed", () => settleAll(policies, context, { executed }));
}

/** What cannot be read is told too, so that its failure is reported. */
function isTold(policy: PolicyLike): boolean {
  try {
    return typeof policy === "object" && policy.settle !== undefined;
  } catch {
    return true;
  }
}

function signal(act: Act, emitted: Signal): void {
  const { observer } = act.scope;
  if (observer === null) return;
  const failed = (error: unknown) => act.scope.report({ code: "observer_failed", callId: emitted.callId, error });
  try {
    for (const pending of observer.emit(emitted, failed)) wait(act, pending, failed);
  } catch (error) {
    // An observer of the host's own class.
    failed(error);
  }
}

function isolate(act: Act, callId: string | null, code: DiagnosticCode, run: () => unknown): void {
  const failed = (error: unknown) => act.scope.report({ code, callId, error });
  try {
    const answer = run();
    if (isThenable(answer)) wait(act, settled(answer).then(ignore, failed), failed);
  } catch (error) {
    failed(error);
  }
}

const ignore = () => {};

/** Lets `act` wait for somebody isolated, as long as that is bearable. `pending` does not reject. */
function wait(act: Act, pending: Promise<void>, failed: (error: unknown) => void): void {
  const { gateTimeoutMs } = act.scope;
  const waiting = waitFor(pending, gateTimeoutMs, act.caller).then(({ kind }) => {
    if (kind === "late") failed(new Error(`no end within ${gateTimeoutMs} ms`));
  });
  act.waitFor(waiting);
}
