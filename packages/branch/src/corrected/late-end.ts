import type { Call } from "./call.js";
import { waitFor } from "./wait-for.js";

/**
 * Attempts never overlap: a tool whose attempt ran out of time gets as long again to end. False: it still runs, so there is no further
 * attempt. (ADR-0012 D4)
 */
export async function endsLate(call: Call): Promise<boolean> {
  if (call.late.hasEnded) return true;
  const ending = new Promise<void>((resolve) => {
    call.late.onEnd = resolve;
  });
  const { kind } = await waitFor(ending, call.deadline.limitMs, call.act.signal);
  return kind !== "late";
}
