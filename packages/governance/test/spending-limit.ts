import { type CallContext, createCallContext } from "../src/call-context.js";
import { abstain, allow, type Decision, defer, deny, escalate } from "../src/decision.js";
import type { ExplainingPolicy, RuleExplanation } from "../src/explain.js";
import type { DecideOptions, Executed } from "../src/policy.js";

const hour = 3_600_000;

/** A policy with a memory that answers in every way: what the kit is proved with. */
export class SpendingLimit implements ExplainingPolicy {
  readonly id = "spending-limit";
  readonly version = "1";
  readonly #reserved = new Map<string, { readonly at: number; readonly cents: number }>();

  decide(call: CallContext, { enforced }: DecideOptions): Decision {
    const decision = this.#judge(call);
    if (decision.kind === "allow" && enforced) this.#reserved.set(call.callId, { at: call.at, cents: Number(call.arguments.cents) });
    return decision;
  }

  settle(call: CallContext, { executed }: { readonly executed: Executed }): void {
    if (executed === "no") this.#reserved.delete(call.callId);
  }

  explain(call: CallContext): { rules: RuleExplanation[] } {
    const decision = this.#judge(call);
    const effects = { "no-price": "deny", closed: "defer", large: "escalate", "per-hour": "deny", small: "allow" } as const;
    return {
      rules: Object.entries(effects).map(([rule, effect]) => {
        const matched = rule === decision.rule;
        return { rule, effect, matched, determining: matched, why: decision.reason ?? "" };
      }),
    };
  }

  #judge({ function: name, arguments: { cents }, attributes, at, callId }: CallContext): Decision {
    if (name !== "pay") return abstain();
    if (typeof cents !== "number" || !(cents >= 0)) return deny("no price", { rule: "no-price" });
    if (attributes.closed === true) return defer("closed", at + hour, { rule: "closed" });
    if (cents > 1_000) return escalate("large", { rule: "large" });
    let sum = cents;
    for (const [id, { at: when, cents: held }] of this.#reserved) if (id !== callId && when > at - hour) sum += held;
    return sum > 300 ? deny("the hour's budget is spent", { rule: "per-hour" }) : allow({ rule: "small", reason: "within the budget" });
  }
}

/** Of all examples: that of the process, so that a policy which looks at the clock is right today. */
const at = Date.now();
const pay = (cents: unknown, attributes = {}) => createCallContext({ function: "pay", arguments: { cents }, attributes, at });

export const spendingExamples = {
  abstain: () => createCallContext({ function: "read", arguments: { path: "a" }, at }),
  allow: () => pay(100),
  escalate: () => pay(2_000),
  defer: () => pay(100, { closed: true }),
  deny: () => pay("a lot"),
};

export const spendingCall = () => pay(100);
