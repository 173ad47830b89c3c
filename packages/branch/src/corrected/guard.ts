import { type HookBus, HookInvalid, HookTimeout } from "@acta/hooks";
import { denied, type Outcome } from "../outcome.js";
import { summaryOfJson } from "../summary.js";
import { textOf } from "../text-of.js";
import type { Call } from "./call.js";
import { interruptible, interruption, isInterruption, Limits } from "./interrupt.js";
import { shownInput } from "./kept.js";
import { publishHook } from "./publish.js";

/** `tool.pre`, blocking: what a handler throws refuses the call. Null: the call goes on. (ADR-0012 D2) */
export function guard(call: Call): Outcome | null | Promise<Outcome | null> {
  const { buses } = call.act.scope;
  if (buses.length === 0) return null;
  call.hasReachedGuard = true;
  let guarding: undefined | Promise<void>;
  try {
    guarding = emitEach(call, buses);
  } catch (error) {
    return told(call, refused(call, error));
  }
  if (guarding === undefined) return told(call, null);
  return guarding.then(
    () => told(call, null),
    (error) => told(call, refused(call, error)),
  );
}

/** One bus after another. */
function emitEach(call: Call, buses: readonly HookBus[]): undefined | Promise<void> {
  let asked = 0;
  for (const bus of buses) {
    asked += 1;
    const emitted = bus.has("tool.pre") ? bus.emitBlocking("tool.pre", payload(call), new Limits(call)) : undefined;
    if (emitted !== undefined) return interruptible(call, emitted).then(() => emitEach(call, buses.slice(asked)));
  }
  return undefined;
}

function told(call: Call, outcome: Outcome | null): Outcome | null {
  publishHook(call, "tool.pre");
  return outcome;
}

function payload(call: Call) {
  const toolName = call.proposal.function;
  const kept = call.input && shownInput(call, call.input);
  return { callId: call.id, toolName, argumentsSummary: summaryOfJson(kept), arguments: kept };
}

function refused(call: Call, error: unknown): Outcome {
  if (isInterruption(call, error)) return interruption(call, error);
  if (HookTimeout.isInstance(error)) return denied("pre_hook_timeout", textOf(error));
  if (HookInvalid.isInstance(error)) return denied("pre_hook_invalid", textOf(error));
  return denied("pre_hook_failed", `a tool.pre guard refused: ${textOf(error)}`);
}
