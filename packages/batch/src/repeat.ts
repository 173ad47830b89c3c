import type { AbortScope } from "./abort-scope.js";
import { pause } from "./pause.js";
import type { RetryPlan } from "./retry-options.js";
import { rejected, type Settled, type Settling } from "./settle.js";

/**
 * Runs attempts until one succeeds, none is left, or the scope is aborted. Attempts never overlap: one that timed out gets `graceMs`
 * to end; if it still runs then, there is no further attempt.
 */
export async function repeat<R>(
  attempt: (number: number) => Settling<R>,
  plan: RetryPlan,
  scope: AbortScope,
  graceMs: number,
): Promise<Settled<R>> {
  for (let number = 1; ; number++) {
    const settled = await attempt(number);
    if (!settled.isFailed || number >= plan.attempts || scope.aborted) return settled;
    try {
      if (!isWorthRetrying(settled, plan)) return settled;
      if (settled.late && !(await endsWithin(settled.late, graceMs, scope))) return settled;
      const delayMs = delayAfter(number, plan);
      if (delayMs > 0) await pause(delayMs, scope);
    } catch (error) {
      return rejected(error, number);
    }
    if (scope.aborted) return rejected(scope.reason, number);
  }
}

function isWorthRetrying({ item }: Settled<unknown>, { when }: RetryPlan): boolean {
  return item.kind !== "rejected" || when === undefined || Boolean(when(item.error));
}

async function endsWithin(late: Promise<unknown>, graceMs: number, scope: AbortScope): Promise<boolean> {
  let hasEnded = false;
  const end = late.then(() => {
    hasEnded = true;
  });
  await pause(graceMs, scope, end);
  return hasEnded;
}

function delayAfter(failures: number, { delayMs, factor, jitter, random }: RetryPlan): number {
  if (delayMs === 0) return 0;
  const delay = delayMs * factor ** (failures - 1);
  return jitter ? delay * random() : delay;
}
