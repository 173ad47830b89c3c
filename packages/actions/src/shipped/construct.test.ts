import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ActionManager } from "../action-manager.js";
import { construct } from "./construct.js";
import { invoke } from "./invoke.js";
import type { RecordedTool } from "./recorded-tool.js";

const tool = (parts: Partial<RecordedTool> = {}): RecordedTool => ({
  name: "t",
  description: "",
  input: z.object({ a: z.coerce.number(), b: z.number().default(5) }),
  run: (args: unknown) => args,
  ...parts,
});

const construction = async (parts: Partial<RecordedTool>, args: unknown) => {
  const event = await construct(new ActionManager([tool(parts)]), { function: "t", arguments: args });
  return event.arguments;
};

describe("arguments", () => {
  test("only what was supplied is kept, as the schema makes it; defaults and unknown keys are not", async () => {
    expect(await construction({}, { a: "1", c: 3 })).toEqual({ a: 1 });
    expect(await construction({}, { a: 1, b: 5 })).toEqual({ a: 1, b: 5 });
  });

  test("an instance of a class is what it holds", async () => {
    expect(await construction({}, Object.assign(new (class Model {})(), { a: 1 }))).toEqual({ a: 1 });
  });

  test.each([['{"a":1}'], [null], [[1]], [1]])("%j is refused: nothing is parsed", async (args) => {
    await expect(construction({}, args)).rejects.toMatchObject({ name: "ValidationError", code: "invalid_arguments" });
  });

  test("a strict tool takes exactly what its schema requires", async () => {
    await expect(construction({ strict: true }, { a: 1 })).resolves.toEqual({ a: 1 });
    await expect(construction({ strict: true }, { a: 1, b: 2 })).rejects.toThrow("arguments must match the function schema");
    const parameters = { type: "object" };
    await expect(construction({ strict: true, parameters }, { a: 1 })).rejects.toMatchObject({ name: "KeyError", message: "'required'" });
  });

  test("another tool needs the parameters of its function that have no default; variadic ones are known by name", async () => {
    const signature = [{ name: "a" }, { name: "b", optional: true }, { name: "kwargs" }];
    await expect(construction({ signature }, { a: 1 })).resolves.toEqual({ a: 1 });
    await expect(construction({ signature: [...signature, { name: "rest" }] }, { a: 1 })).rejects.toThrow("arguments must match");
  });
});

test.each([
  ["a text", "t", "TypeError"],
  ["an object without arguments", { function: "t" }, "KeyError"],
  ["an unknown tool", { function: "constructor", arguments: {} }, "ValueError"],
])("%s is refused before there is an event", async (_, request, name) => {
  const events: unknown[] = [];
  await expect(invoke(new ActionManager([tool()]), request, { onEvent: (event) => events.push(event) })).rejects.toMatchObject({ name });
  expect(events).toEqual([]);
});
