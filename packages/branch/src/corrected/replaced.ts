import type { Policy, PolicyLike } from "@acta/governance";
import { policiesOf } from "./authorize.js";
import type { Call } from "./call.js";

/** Policies that can be replaced while a call is under way, such as a `PolicySet`: they have a snapshot, and their version is its digest. */
const isReplaceable = (policy: PolicyLike): policy is Policy => typeof policy === "object" && "snapshot" in policy;

/** What the policies that can be replaced are now; undefined where there is none. */
export function versionsOf(call: Call): readonly unknown[] | undefined {
  const policies = policiesOf(call);
  return policies.some(isReplaceable) ? policies.filter(isReplaceable).map(({ version }) => version) : undefined;
}

/** Whether policies were replaced since the call was judged: then it has to be judged again before its tool may start. */
export function isOutdated(call: Call): boolean {
  const { versions } = call;
  return versions !== undefined && versionsOf(call)?.some((version, index) => version !== versions[index]) !== false;
}
