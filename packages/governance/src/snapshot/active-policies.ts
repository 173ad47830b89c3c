import { isAdvisory } from "../combine.js";
import type { Policy } from "../policy.js";
import { InvalidSnapshot } from "./invalid-snapshot.js";
import { type PolicyDescription, type PolicySnapshot, takeSnapshot } from "./policy-snapshot.js";

/** Policies in force, with what they were when they came into force. */
export class ActivePolicies {
  readonly policies: readonly Policy[];
  readonly snapshot: PolicySnapshot;
  /** Whether a policy among them wants to know how calls end. */
  readonly settles: boolean;

  private constructor(policies: readonly Policy[], snapshot: PolicySnapshot) {
    this.policies = policies;
    this.snapshot = snapshot;
    this.settles = policies.some(({ settle }) => settle !== undefined);
  }

  /** Rejects with `InvalidSnapshot`. `expected`: the digest that they must have. */
  static async of(loaded: unknown, expected: string | undefined): Promise<ActivePolicies> {
    const policies = Object.freeze(Array.isArray(loaded) ? [...loaded] : []);
    const snapshot = await takeSnapshot(Array.isArray(loaded) ? policies : (loaded as never));
    const unversioned = snapshot.policies.find(({ version }) => version === null);
    if (unversioned) throw new InvalidSnapshot("unversioned_policy", `the policy ${JSON.stringify(unversioned.id)} has no version`);
    if (expected !== undefined && expected !== snapshot.digest) {
      throw new InvalidSnapshot("digest_mismatch", `the policies have the digest ${snapshot.digest}, not ${expected}`);
    }
    return new ActivePolicies(policies, snapshot);
  }

  get digest(): string {
    return this.snapshot.digest;
  }

  /** Whether every policy still says of itself what it said when it came into force. */
  isIntact(): boolean {
    try {
      return this.policies.every((policy, index) => isAsDescribed(policy, this.snapshot.policies[index]));
    } catch {
      return false;
    }
  }
}

function isAsDescribed(policy: Policy, was: PolicyDescription | undefined): boolean {
  return (
    policy.version === was?.version && policy.id === was?.id && (policy.layer ?? null) === was.layer && isAdvisory(policy) === was.advisory
  );
}
