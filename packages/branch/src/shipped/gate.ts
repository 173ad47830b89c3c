import { interruptible } from "@acta/actions/shipped";
import { Cancellation } from "@acta/event";
import type { SessionObserver } from "../session-observer.js";
import { isThenable } from "../thenable.js";

/** Here a gate is one function that is asked about everything: proposals, events, messages, and null for hooks. */
type AnyGate = (payload: unknown) => unknown;

/** No gate allows. A falsy answer and an ordinary error deny; a cancellation escapes. */
export async function askGate(observer: SessionObserver | null, payload: unknown, signal: AbortSignal | undefined): Promise<boolean> {
  const gate = observer?.gate as AnyGate | undefined;
  if (gate === undefined) return true;
  try {
    const answer = gate(payload);
    return isTruthy(isThenable(answer) ? await interruptible(answer, signal) : answer);
  } catch (error) {
    if (Cancellation.isInstance(error) || signal?.aborted) throw error;
    return false;
  }
}

/** As in the recorded project, where what is empty is false. */
function isTruthy(answer: unknown): boolean {
  if (Number.isNaN(answer)) return true;
  if (typeof answer !== "object" || answer === null) return Boolean(answer);
  if (Array.isArray(answer)) return answer.length > 0;
  if (answer instanceof Set || answer instanceof Map) return answer.size > 0;
  return Object.getPrototypeOf(answer) !== Object.prototype || Object.keys(answer).length > 0;
}
