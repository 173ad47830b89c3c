import { freezeJson, type Json, NotJson } from "@acta/governance";
import type { z } from "zod";
import { checkPolicyData } from "./check-policy-data.js";
import { InvalidPolicy, toPointer } from "./invalid-policy.js";
import { policySchema } from "./policy-schema.js";
import type { RuleData } from "./rule-data.js";
import type { ToolDescription } from "./tool-description.js";

/** Rules by the name of a tool, or by `*` for every tool. */
export type PermissionRules = { readonly [tool: string]: readonly RuleData[] };

/** A policy as plain JSON data; `@acta/permissions/schema.json` is its JSON Schema. */
export type PermissionPolicyData = {
  /** For editors: where the schema of the file is. */
  readonly $schema?: string | undefined;
  /** Name of the policy in records. Default `permissions`. */
  readonly id?: string | undefined;
  /** `rules` judges each call by the tables below; the other two answer alike whatever the tables say. */
  readonly mode: "allow_all" | "deny_all" | "rules";
  /** The answer when no rule matches. Default `deny`. */
  readonly default?: "deny" | "abstain" | undefined;
  /** Names and patterns are exact and case-sensitive. */
  readonly allow?: PermissionRules | undefined;
  /** Asked first. Names and patterns hold in any case, and for the aliases of a tool. */
  readonly deny?: PermissionRules | undefined;
  /** Asked last: calls that need an approval. Names and patterns as in `deny`. */
  readonly escalate?: PermissionRules | undefined;
  /** Descriptions of tools, beside those that are known by default. */
  readonly tools?: { readonly [tool: string]: ToolDescription } | undefined;
};

/** The tables in the order in which they are asked. (ADR-0012 D5) */
export const tableNames = ["deny", "allow", "escalate"] as const;

const limits = { maxDepth: 32, maxLength: 256 * 1024, maxKeys: 20_000 };
const bounds = "32 levels, 256 Ki characters or 20,000 entries";

/** A deeply frozen copy of valid data. Throws `InvalidPolicy`. */
export function readPolicyData(value: unknown): PermissionPolicyData {
  const data = copy(value);
  const issue = policySchema.safeParse(data).error?.issues[0];
  if (issue) throw fromIssue(issue, []);
  checkPolicyData(data as PermissionPolicyData);
  return data as PermissionPolicyData;
}

function copy(value: unknown): Json {
  try {
    return freezeJson(value, limits);
  } catch (error) {
    if (NotJson.isInstance(error)) throw new InvalidPolicy(`it is not plain JSON data, or exceeds ${bounds}`, error.path, { cause: error });
    throw new InvalidPolicy("it cannot be read", "", { cause: error });
  }
}

/** Of alternatives the one that got furthest: a rule that is an object is meant as one. */
function fromIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): InvalidPolicy {
  const path = [...above, ...issue.path];
  const inner = issue.code === "invalid_union" ? issue.errors.flat().find(isInside) : undefined;
  if (inner) return fromIssue(inner, path);
  return new InvalidPolicy(issue.message, toPointer([...path, ...unknownKey(issue)]));
}

const isInside = (issue: z.core.$ZodIssue): boolean => issue.path.length > 0 || issue.code !== "invalid_type";

function unknownKey(issue: z.core.$ZodIssue): readonly string[] {
  return issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
}
