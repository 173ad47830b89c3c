import type { CallContext } from "./call-context.js";
import { type Decision, deny } from "./decision.js";
import { evaluate } from "./evaluate.js";
import type { Policy, PolicyLike } from "./policy.js";

/**
 * Tries a policy without enforcing it: evaluates with `enforced: false`, reports, allows. Being `advisory`, its answer is never counted:
 * beside policies that abstain it does not turn a denial into an allow, and alone it governs nothing. A report that throws or rejects
 * changes nothing; where a call is itself only tried, nothing is reported.
 */
export function shadow(policy: PolicyLike, report: (call: CallContext, decision: Decision) => void | PromiseLike<void>): Policy {
  const id = typeof policy === "function" ? "gate" : policy.id;
  const allowed = (call: CallContext, decision: Decision, enforced: boolean): Decision => {
    try {
      if (enforced) new Promise((resolve) => resolve(report(call, decision))).catch(ignore);
    } catch {
      // A trial must not be able to stop a call.
    }
    return { kind: "allow", reason: `shadow: would be ${decision.kind}` };
  };
  return {
    id: `shadow:${id}`,
    advisory: true,
    policies: [policy],
    decide(call, options) {
      const { enforced } = options;
      const trial = {
        enforced: false,
        timeoutMs: options.timeoutMs,
        // Read when somebody needs it, because reading makes it.
        get signal() {
          return options.signal;
        },
      };
      // A trial's own cancellation is no reason to stop a call that nobody else stops.
      const cancelled = () => allowed(call, deny("cancelled"), enforced);
      try {
        const decision = evaluate(policy, call, trial);
        return decision instanceof Promise
          ? decision.then((late) => allowed(call, late, enforced), cancelled)
          : allowed(call, decision, enforced);
      } catch {
        return cancelled();
      }
    },
  };
}

const ignore = () => {};
