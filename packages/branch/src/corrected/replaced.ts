import type { PolicyLike } from "@acta/governance";
import { policiesOf } from "./authorize.js";
import type { Call } from "./call.js";

/** What the policies that say of themselves which rules they have say now; undefined where none does. They may be replaced at any time. */
export function versionsOf(call: Call): readonly unknown[] | undefined {
  const policies = policiesOf(call);
  return policies.some((policy) => typeof policy === "object") ? policies.map(versionOf) : undefined;
}

/** What cannot be read is never the same. */
function versionOf(policy: PolicyLike): unknown {
  try {
    return typeof policy === "object" ? policy.version : undefined;
  } catch {
    return Symbol();
  }
}

/** Whether policies were replaced since the call was judged: then it has to be judged again before its tool may start. */
export function isOutdated(call: Call): boolean {
  const { versions } = call;
  return versions !== undefined && versionsOf(call)?.some((version, index) => version !== versions[index]) !== false;
}
