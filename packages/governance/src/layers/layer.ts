import type { ExplainingPolicy } from "../explain/explained-rules.js";
import type { Layer, Policy, PolicyLike } from "../policy.js";

/** Every label, from the widest to the narrowest. */
export const layers: readonly Layer[] = ["organization", "workspace", "session", "agent", "tool"];

/**
 * The policy with a label, which its decisions and explanations name. Nothing else changes: every layer is asked, and the strictest answer
 * counts. Throws a `TypeError` for a label that does not exist.
 */
export function layer(label: Layer, policy: PolicyLike): Policy {
  if (!layers.includes(label)) throw new TypeError(`there is no layer ${JSON.stringify(label)}; the layers are ${layers.join(", ")}`);
  if (typeof policy === "function") return { id: "gate", layer: label, decide: policy };
  const { settle, explain, toJSON } = policy as Policy & Partial<ExplainingPolicy> & { toJSON?(): unknown };
  return {
    id: policy.id,
    get version() {
      return policy.version;
    },
    advisory: policy.advisory,
    layer: label,
    get policies() {
      return policy.policies;
    },
    decide: (call, options) => policy.decide(call, options),
    // Whether there is such a member tells something of a policy.
    ...(settle && { settle: settle.bind(policy) }),
    ...(explain && { explain: explain.bind(policy) }),
    ...(toJSON && { toJSON: toJSON.bind(policy) }),
  };
}
