import { HookInvalid, HookTimeout } from "@acta/hooks";
import { denied, type Outcome } from "../outcome.js";
import { summary } from "../summary.js";
import { textOf } from "../text-of.js";
import type { Call } from "./call.js";
import { interruptible, interruption, isInterruption, limitsOf } from "./interrupt.js";
import { keptInput } from "./kept.js";
import { publishHook } from "./publish.js";

/** `tool.pre`, blocking: what a handler throws refuses the call. Null: the call goes on. (ADR-0012 D2) */
export async function guard(call: Call): Promise<Outcome | null> {
  const { scope } = call.act;
  if (scope.buses.length === 0) return null;
  call.hasReachedGuard = true;
  try {
    for (const bus of scope.buses) {
      if (!bus.has("tool.pre")) continue;
      const emitted = bus.emitBlocking("tool.pre", payload(call), limitsOf(call));
      if (emitted !== undefined) await interruptible(call, emitted);
    }
    return null;
  } catch (error) {
    return refused(call, error);
  } finally {
    publishHook(call, "tool.pre");
  }
}

function payload(call: Call) {
  const toolName = call.proposal.function;
  const kept = call.input && keptInput(call, call.input);
  return { callId: call.id, toolName, argumentsSummary: summary(kept), arguments: kept };
}

function refused(call: Call, error: unknown): Outcome {
  if (isInterruption(call, error)) return interruption(call, error);
  if (HookTimeout.isInstance(error)) return denied("pre_hook_timeout", textOf(error));
  if (HookInvalid.isInstance(error)) return denied("pre_hook_invalid", textOf(error));
  return denied("pre_hook_failed", `a tool.pre guard refused: ${textOf(error)}`);
}
