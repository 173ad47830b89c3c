import { expect, test } from "vitest";
import { z } from "zod";
import { ActionError, defineTool } from "./index.js";

const tool = { name: "pay", description: "Pays.", input: z.object({}), run: () => null };

test.each(["redcat", "timeoutMS", "toString", "__proto__", ""])("a tool is not defined with the key %j, which no tool has", (key) => {
  const mistyped = Object.defineProperty({ ...tool }, key, { value: {}, enumerable: true });
  let error: unknown;
  try {
    defineTool(mistyped);
  } catch (caught) {
    error = caught;
  }
  expect(ActionError.isInstance(error) && error.code).toBe("invalid_tool");
  expect((error as Error).message).toBe(`the tool pay has an unknown key: ${key}`);
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
