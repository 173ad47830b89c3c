import { interruptible } from "@acta/actions/shipped";
import type { Signal } from "../signal.js";
import { isThenable } from "../thenable.js";
import type { Call } from "./call.js";
import { askGate } from "./gate.js";

/**
 * Stores a signal, then tells routes and subscribers, one after another: what one of them throws escapes, and the later ones hear
 * nothing. A refusal by the gate suppresses the telling, not the storage. (ADR-0012 D2)
 */
export async function emit(call: Call, signal: Signal): Promise<void> {
  const { observer } = call.scope;
  if (observer === null) return;
  const isAccepted = await askGate(observer, payloadOf(signal), call.signal);
  observer.store(signal);
  if (!isAccepted) return;
  for (const tell of observer.listeners(signal)) {
    const answer = tell();
    if (isThenable(answer)) await interruptible(answer, call.signal);
  }
}

function payloadOf(signal: Signal): unknown {
  switch (signal.kind) {
    case "event":
      return signal.event;
    case "message":
      return signal.message;
    default:
      return null;
  }
}

/** For signals that nobody waits for, and whose failures are nobody's. */
export async function emitIsolated(call: Call, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    call.scope.report({ code: "observer_failed", callId: call.id, error });
  }
}
