import { z } from "zod";
import type { PermissionPolicyData } from "./policy-data.js";
import type { ArgumentRule, RuleData } from "./rule-data.js";

const name = z.string().min(1).max(256);
const text = z.string().max(1024);
const list = <Item extends z.ZodType>(item: Item, most = 1024) => z.array(item).min(1).max(most);

const argumentRules = z.record(
  name,
  z.lazy(() => argumentRule),
);
const argumentRule: z.ZodType<ArgumentRule> = z
  .strictObject({
    equals: z.unknown().optional(),
    oneOf: list(z.unknown()).optional(),
    prefix: text.optional(),
    glob: text.optional(),
    pathWithin: z.union([text, list(text, 64)]).optional(),
    hostIn: list(text).optional(),
    range: z.strictObject({ min: z.number().optional(), max: z.number().optional() }).optional(),
    maxLength: z.int().min(0).optional(),
    present: z.boolean().optional(),
    program: z.array(text).max(64).optional(),
    fields: argumentRules.optional(),
  })
  .meta({ id: "argumentRule" }) as z.ZodType<ArgumentRule>;

const example = z.strictObject({
  tool: name.optional(),
  arguments: z.record(z.string(), z.unknown()),
  expect: z.enum(["allow", "deny", "escalate", "abstain"]),
});
const rule = z
  .union([
    text,
    z.strictObject({ pattern: text.optional(), arguments: argumentRules.optional(), examples: z.array(example).max(256).optional() }),
  ])
  .meta({ id: "rule" }) as z.ZodType<RuleData>;

/** A key is the name of one tool, or `*` for every tool. */
const ruleKey = z
  .string()
  .max(256)
  .regex(/^(?:\*|[^*?]+)$/, "a key is the name of one tool, or * for every tool");
const rules = z.record(ruleKey, z.array(rule));
const description = z.strictObject({
  arguments: list(
    z.strictObject({ name, kind: z.enum(["text", "path", "program"]).optional(), optional: z.boolean().optional() }),
    16,
  ).optional(),
  aliases: z.array(name).max(64).optional(),
});

/** The shape of policy data; what the shape alone can't tell is checked by `checkPolicyData`. */
export const policySchema = z.strictObject({
  $schema: z.string().max(1024).optional(),
  id: name.optional(),
  mode: z.enum(["allow_all", "deny_all", "rules"]),
  default: z.enum(["deny", "abstain"]).optional(),
  allow: rules.optional(),
  deny: rules.optional(),
  escalate: rules.optional(),
  tools: z.record(name, description).optional(),
}) as unknown as z.ZodType<PermissionPolicyData>;
