import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "./index.js";

const tool = { name: "pay", description: "Pays.", input: z.object({}), run: () => null };

const refusal = (key: string) =>
  expect.objectContaining({ code: "invalid_tool", message: `the tool pay has an unknown key: ${JSON.stringify(key)}` });

test.each(["redcat", "timeoutMS", "toString", "__proto__", "", "\u200b"])(
  "a tool is not defined with the key %j, which no tool has",
  (key) => {
    const mistyped = Object.defineProperty({ ...tool }, key, { value: {}, enumerable: true });
    expect(() => defineTool(mistyped)).toThrow(refusal(key));
  },
);

test.each<[string, () => object]>([
  ["without a prototype", () => Object.create(null)],
  ["of another realm", () => runInNewContext("({})")],
])("nor is one that is an object %s", (_, make) => {
  expect(() => defineTool(Object.assign(make(), { ...tool, redcat: {} }))).toThrow(refusal("redcat"));
  // The control: without the key it is a tool.
  expect(defineTool(Object.assign(make(), tool)).name).toBe("pay");
});

test.each([
  [null, "null"],
  [undefined, "of type undefined"],
  ["pay", "of type string"],
  [1, "of type number"],
])("nor is %j, which is no object", (value, what) => {
  const refused = expect.objectContaining({ name: "ActionError", code: "invalid_tool", message: `a tool is an object, not ${what}` });
  expect(() => defineTool(value as never)).toThrow(refused);
});

test("every key of a tool may be given, also as undefined, and an instance of a class may have more", () => {
  const whole = {
    ...tool,
    parameters: { type: "object" },
    output: z.null(),
    effect: "read",
    strict: true,
    redact: { input: [] },
    timeoutMs: 1,
    executor: "inline",
    limits: { concurrency: 1 },
    policy: undefined,
    processors: undefined,
    lock: () => "a",
    preprocess: () => undefined,
    postprocess: () => null,
    reconcile: () => "unknown" as const,
    isFailure: () => false,
  } as const;
  expect(defineTool(whole)).toBe(whole);
  class Pay {
    readonly name = "pay";
    readonly description = "Pays.";
    readonly input = z.object({});
    readonly client = {};
    run() {
      return null;
    }
  }
  const instance = new Pay();
  expect(defineTool(instance)).toBe(instance);
});
