import type { PolicyLike } from "@acta/governance";
import { policiesOf } from "./authorize.js";
import type { Call } from "./call.js";

/** What the policies that say of themselves which rules they have say now; undefined where none does. They may be replaced at any time. */
export function versionsOf(call: Call): readonly unknown[] | undefined {
  const policies = policiesOf(call);
  return policies.some(isObject) ? policies.map(versionOf) : undefined;
}

const isObject = (policy: PolicyLike) => typeof policy === "object";

/** What cannot be read is never the same. */
function versionOf(policy: PolicyLike): unknown {
  try {
    return isObject(policy) ? (policy as { readonly version?: unknown }).version : undefined;
  } catch {
    return Symbol();
  }
}

/** Whether policies were replaced since the call was judged: then it has to be judged again before its tool may start. */
export function isOutdated(call: Call): boolean {
  const { versions } = call;
  return versions !== undefined && versionsOf(call)?.some((version, index) => version !== versions[index]) !== false;
}
