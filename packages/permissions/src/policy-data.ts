import { freezeJson, type Json, NotJson } from "@acta/governance";
import { z } from "zod";
import { InvalidPolicy, toPointer } from "./invalid-policy.js";
import type { ToolDescription } from "./tool-description.js";

/** Patterns by the name of a tool, or by `*` for every tool. */
export type PermissionRules = { readonly [tool: string]: readonly string[] };

/** A policy as plain JSON data. */
export type PermissionPolicyData = {
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

const limits = { maxDepth: 8, maxLength: 256 * 1024, maxKeys: 20_000 };
const name = z.string().min(1).max(256);
const ruleKey = name.refine((key) => key === "*" || !/[*?]/.test(key), "a key is the name of one tool, or * for every tool");
const rules = z.record(ruleKey, z.array(z.string().max(1024)));
const description = z.strictObject({
  arguments: z
    .array(z.strictObject({ name, kind: z.enum(["text", "path", "program"]).optional(), optional: z.boolean().optional() }))
    .min(1)
    .max(16)
    .optional(),
  aliases: z.array(name).max(64).optional(),
});
const schema: z.ZodType<PermissionPolicyData> = z.strictObject({
  id: name.optional(),
  mode: z.enum(["allow_all", "deny_all", "rules"]),
  default: z.enum(["deny", "abstain"]).optional(),
  allow: rules.optional(),
  deny: rules.optional(),
  escalate: rules.optional(),
  tools: z.record(name, description).optional(),
});

/** A deeply frozen copy of valid data. Throws `InvalidPolicy`. */
export function readPolicyData(value: unknown): PermissionPolicyData {
  const data = copy(value);
  const issue = schema.safeParse(data).error?.issues[0];
  if (issue) throw new InvalidPolicy(issue.message, toPointer([...issue.path, ...unknownKey(issue)]));
  return data as PermissionPolicyData;
}

function copy(value: unknown): Json {
  try {
    return freezeJson(value, limits);
  } catch (error) {
    if (NotJson.isInstance(error)) throw new InvalidPolicy("it is not plain JSON data", error.path, { cause: error });
    throw new InvalidPolicy("it cannot be read", "", { cause: error });
  }
}

function unknownKey(issue: z.core.$ZodIssue): readonly string[] {
  return issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
}
