import type { AbortScope } from "./abort-scope.js";
import type { RetryPlan } from "./retry-options.js";
import { rejected, type Settled, type Settling } from "./settle.js";
import { pause } from "./timer.js";

/** After so many attempts without a wait, timers and whatever else waits get their turn. */
const attemptsAtATime = 100;

/**
 * Runs attempts until one succeeds, none is left, or the scope is aborted. Attempts never overlap: `hasEnded` says whether the work of one that
 * failed is over; if not, there is no further attempt.
 */
export async function repeat<R>(
  attempt: (number: number) => Settling<R>,
  plan: RetryPlan,
  scope: AbortScope,
  hasEnded: (settled: Settled<R>) => boolean | Promise<boolean> = () => true,
): Promise<Settled<R>> {
  for (let number = 1; ; number++) {
    const settled = await attempt(number);
    if (!settled.isFailed || number >= plan.attempts || scope.aborted) return settled;
    try {
      if (!(await isWorthRetrying(settled, plan)) || !(await hasEnded(settled))) return settled;
      const delayMs = delayAfter(number, plan);
      if (delayMs > 0 || number % attemptsAtATime === 0) await pause(delayMs, scope);
    } catch (error) {
      return rejected(error, number);
    }
    if (scope.aborted) return rejected(scope.reason, number);
  }
}

async function isWorthRetrying({ item }: Settled<unknown>, { when }: RetryPlan): Promise<boolean> {
  return item.kind !== "rejected" || when === undefined || Boolean(await when(item.error));
}

function delayAfter(failures: number, { delayMs, factor, jitter, random }: RetryPlan): number {
  if (delayMs === 0) return 0;
  const delay = delayMs * factor ** (failures - 1);
  return jitter ? delay * random() : delay;
}
