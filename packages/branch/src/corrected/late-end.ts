import type { Call } from "./call.js";
import { waitFor } from "./wait-for.js";

/**
 * Attempts never overlap: a tool whose attempt ran out of time gets as long again to end. False: it still runs, so there is no further
 * attempt. (ADR-0012 D4)
 */
export async function endsLate(call: Call): Promise<boolean> {
  const late = call.late ?? { hasEnded: false };
  if (late.hasEnded) return true;
  call.late = late;
  const ending = new Promise<void>((resolve) => {
    late.onEnd = resolve;
  });
  const { kind } = await waitFor(ending, call.deadline.limitMs, call.act.signal);
  return kind !== "late";
}
