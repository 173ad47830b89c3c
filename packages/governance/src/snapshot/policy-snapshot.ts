import { digest } from "../canonical-json.js";
import { isAdvisory } from "../combine.js";
import { freezeJson } from "../freeze-json.js";
import type { Json } from "../json.js";
import type { Policy, PolicyLike } from "../policy.js";
import { InvalidSnapshot } from "./invalid-snapshot.js";

/** A policy as plain data. */
export interface PolicyDescription {
  readonly id: string;
  /** Null: it names none, so that its changes do not show. */
  readonly version: string | null;
  readonly layer: string | null;
  readonly advisory: boolean;
  /** What its `toJSON` gives, where it has one: its rules. */
  readonly rules: Json;
  /** Those that it is made of. */
  readonly policies: readonly PolicyDescription[];
}

export interface PolicySnapshot {
  /** SHA-256 over the canonical JSON of `policies`, as 64 hexadecimal digits. */
  readonly digest: string;
  readonly policies: readonly PolicyDescription[];
}

/** Deeper than anybody composes policies. */
const maxDepth = 16;

/** Which policies these are, in their order. Rejects with `InvalidSnapshot` (`invalid_policies`) for what is no list of policies. */
export async function takeSnapshot(policies: readonly PolicyLike[]): Promise<PolicySnapshot> {
  const described = describeAll(policies, 0);
  return Object.freeze({ digest: await digest(described as unknown as Json), policies: described });
}

function describeAll(policies: unknown, depth: number): readonly PolicyDescription[] {
  if (!Array.isArray(policies)) throw new InvalidSnapshot("invalid_policies", "there is no list of policies");
  if (depth > maxDepth) throw new InvalidSnapshot("invalid_policies", "the policies are part of each other");
  return Object.freeze(Array.from(policies, (policy) => describe(policy, depth)));
}

const gate: PolicyDescription = Object.freeze({ id: "gate", version: null, layer: null, advisory: false, rules: null, policies: [] });

function describe(policy: PolicyLike, depth: number): PolicyDescription {
  if (typeof policy === "function") return gate;
  try {
    const { id, version = null, layer = null, policies = [] } = policy;
    if (typeof policy.decide !== "function") throw new TypeError("it has no decide");
    if (!isName(id) || !(version === null || isName(version)) || !(layer === null || isName(layer)))
      throw new TypeError("it has no proper id");
    const parts = describeAll(policies, depth + 1);
    return Object.freeze({ id, version, layer, advisory: isAdvisory(policy), rules: rulesOf(policy), policies: parts });
  } catch (cause) {
    if (InvalidSnapshot.isInstance(cause)) throw cause;
    throw new InvalidSnapshot("invalid_policies", "a policy cannot be described", { cause });
  }
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "";

function rulesOf(policy: Policy & { toJSON?(): unknown }): Json {
  return typeof policy.toJSON === "function" ? freezeJson(policy.toJSON()) : null;
}
