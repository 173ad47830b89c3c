import type { CallContext } from "../../src/call-context.js";
import type { DecideOptions, Policy } from "../../src/policy.js";
import type { SpendingLimit } from "../spending-limit.js";

export type Breaks = (policy: SpendingLimit) => Policy;
export type Deciding = (call: CallContext, options: DecideOptions, decide: SpendingLimit["decide"]) => unknown;

/** A defect and the case that is there to find it. */
export interface BrokenPolicy {
  readonly caughtBy: string;
  readonly defect: string;
  readonly breaks: Breaks;
}

/** The policy with other members. */
export const having =
  (members: (policy: SpendingLimit) => object): Breaks =>
  (policy) => ({
    id: policy.id,
    version: policy.version,
    decide: (call: CallContext, options: DecideOptions) => policy.decide(call, options),
    settle: (call: CallContext, end: Parameters<SpendingLimit["settle"]>[1]) => policy.settle(call, end),
    explain: (call: CallContext) => policy.explain(call),
    ...members(policy),
  });

/** The policy with another way to decide; made anew for each policy, so that it may remember. */
export const deciding = (make: () => Deciding): Breaks =>
  having((policy) => {
    const decide = make();
    return { decide: (call: CallContext, options: DecideOptions) => decide(call, options, policy.decide.bind(policy)) };
  });

export const settling = (settle: (policy: SpendingLimit, call: CallContext, executed: "no" | "yes" | "unknown") => void): Breaks =>
  having((policy) => ({
    settle: (call: CallContext, { executed }: { executed: "no" | "yes" | "unknown" }) => settle(policy, call, executed),
  }));
