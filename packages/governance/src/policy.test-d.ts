import { expectTypeOf } from "vitest";
import type { ExplainingPolicy } from "./explain.js";
import {
  type Allow,
  allow,
  type CallContext,
  type DecideOptions,
  type Decision,
  deny,
  type Executed,
  evaluate,
  type Json,
  type JsonObject,
  type Layer,
  type Policy,
  type PolicyLike,
} from "./index.js";
import type { PolicySet } from "./snapshot.js";

/** A policy with state, written against the contract alone. */
class SpendingLimit implements Policy {
  readonly id = "spending-limit";
  readonly version = "1";
  readonly #held = new Map<string, number>();

  decide(call: CallContext, { enforced }: DecideOptions) {
    const cents = Number(call.arguments.cents ?? 0);
    if (cents > 100) return deny("hourly limit reached", { rule: "per-hour" });
    if (enforced) this.#held.set(call.callId, cents);
    return allow({ advice: { leftCents: 100 - cents } });
  }

  settle(call: CallContext, { executed }: { readonly executed: Executed }) {
    if (executed === "no") this.#held.delete(call.callId);
  }
}

expectTypeOf<SpendingLimit>().toExtend<PolicyLike>();
expectTypeOf(evaluate).returns.toEqualTypeOf<Decision | Promise<Decision>>();
expectTypeOf<Extract<Decision, { kind: "allow" }>>().toEqualTypeOf<Allow>();
expectTypeOf<Decision["kind"]>().toEqualTypeOf<"allow" | "deny" | "escalate" | "defer" | "abstain">();
expectTypeOf<JsonObject>().toExtend<Json>();
expectTypeOf<Date>().not.toExtend<Json>();

// A boolean, a decision and promises of either are answers.
expectTypeOf(() => true).toExtend<PolicyLike>();
expectTypeOf(async () => false).toExtend<PolicyLike>();
expectTypeOf(async () => allow()).toExtend<PolicyLike>();

// A label is one of five.
expectTypeOf<Layer>().toEqualTypeOf<"organization" | "workspace" | "session" | "agent" | "tool">();
expectTypeOf<PolicySet>().toExtend<Policy>();
expectTypeOf<ReturnType<PolicySet["swap"]>>().resolves.toHaveProperty("kind").toEqualTypeOf<"swapped" | "kept" | "superseded">();
// @ts-expect-error an obligation that nobody knows
allow({ obligations: { encrypt: true } });
// @ts-expect-error a policy that explains must explain
const silentRules: ExplainingPolicy = { id: "x", decide: () => true };

// @ts-expect-error text is no answer
const text: PolicyLike = () => "allow";
// @ts-expect-error a denial says why
const silent: PolicyLike = () => ({ kind: "deny" });
// @ts-expect-error a policy has a name
const nameless: Policy = { decide: () => true };
const changing: PolicyLike = (call) => {
  // @ts-expect-error the call is frozen
  call.arguments = {};
  return true;
};
void [silentRules, text, silent, nameless, changing];
