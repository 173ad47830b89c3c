import { expect, test } from "vitest";
import { parsePolicy } from "./parse-policy.js";

const invalid = expect.objectContaining({ code: "invalid_policy" });

test("reads what is valid, colons and quotes in patterns included", () => {
  const data = { mode: "rules", allow: { bash: ['echo ":" \\', "a:b"], a: [] }, deny: { a: ["x"] } };
  expect(parsePolicy(JSON.stringify(data, null, 2))).toEqual(data);
});

test.each([
  ["no JSON", "{mode: rules}"],
  ["an empty text", ""],
  ["the key __proto__", '{"mode":"rules","deny":{"__proto__":["*"]}}'],
  ["a table twice", '{"mode":"rules","deny":{"bash":["*"]},"deny":{}}'],
  ["a tool twice", '{"mode":"rules","deny":{"bash":["*"],"b\\u0061sh":[]}}'],
  ["a text that is too large", `{"mode":"rules"}${" ".repeat(1024 * 1024)}`],
])("refuses %s", (_, text) => {
  expect(() => parsePolicy(text)).toThrow(invalid);
});

test("refuses what is not a text", () => {
  const parse = parsePolicy as (value: unknown) => unknown;
  expect(() => parse({ mode: "rules" })).toThrow(invalid);
});
