import type { CallContext } from "../call-context.js";
import type { Executed, Policy, PolicyLike } from "../policy.js";

export interface RecordedPolicy extends Policy {
  /** Each time that it was asked. */
  readonly asked: readonly { readonly call: CallContext; readonly enforced: boolean }[];
  /** Each end that it was told of. */
  readonly settled: readonly { readonly call: CallContext; readonly executed: Executed }[];
}

/** The policy, with a record of what it was asked and told. */
export function recorded(policy: PolicyLike): RecordedPolicy {
  const asked: RecordedPolicy["asked"][number][] = [];
  const settled: RecordedPolicy["settled"][number][] = [];
  const { id, version, settle } = typeof policy === "function" ? { id: "gate", version: "1", settle: undefined } : bound(policy);
  return {
    id,
    version,
    asked,
    settled,
    decide(call, options) {
      asked.push({ call, enforced: options.enforced });
      return typeof policy === "function" ? policy(call, options) : policy.decide(call, options);
    },
    settle(call, end) {
      settled.push({ call, executed: end.executed });
      return settle?.(call, end);
    },
  };
}

const bound = (policy: Policy) => ({ id: policy.id, version: policy.version, settle: policy.settle?.bind(policy) });
