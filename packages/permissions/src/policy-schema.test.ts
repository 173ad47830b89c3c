import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { policySchema } from "./policy-schema.js";
import { readOnlyPermissions, safePermissions } from "./presets.js";

const file = new URL("../schema/schema.json", import.meta.url);
const generated = { title: "Permission policy of Acta", ...z.toJSONSchema(policySchema) };

// ACTA_WRITE_SCHEMA=1 writes it anew, after a change of policy-schema.ts.
if (process.env.ACTA_WRITE_SCHEMA === "1") writeFileSync(file, `${JSON.stringify(generated, null, 2)}\n`);
const published = JSON.parse(readFileSync(file, "utf8"));

test("the published JSON Schema is the schema that policies are read with", () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(generated)));
});

test("the comparison itself sees a change", () => {
  expect(published).not.toEqual(JSON.parse(JSON.stringify({ ...generated, required: [] })));
});

test("it knows every key of a rule and refuses others", () => {
  const { argumentRule, rule } = published.$defs;
  const matchers = ["equals", "oneOf", "prefix", "glob", "pathWithin", "hostIn", "range", "maxLength", "present", "program", "fields"];
  expect(Object.keys(argumentRule.properties)).toEqual(matchers);
  expect([argumentRule.additionalProperties, rule.anyOf[1].additionalProperties, published.additionalProperties]).toEqual([
    false,
    false,
    false,
  ]);
  expect(Object.keys(rule.anyOf[1].properties)).toEqual(["pattern", "arguments", "examples"]);
});

test("what is read with it accepts the presets, with the address of a schema too", () => {
  for (const data of [readOnlyPermissions, safePermissions])
    expect(policySchema.safeParse({ $schema: "./schema.json", ...data }).success).toBe(true);
  expect(policySchema.safeParse({ ...safePermissions, rules: [] }).success).toBe(false);
});
