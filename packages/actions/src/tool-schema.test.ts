import { describe, expect, test } from "vitest";
import { z } from "zod";
import { schemaOf, toolOf } from "../test/tool.js";
import { toolSchema } from "./tool-schema.js";

describe("toolSchema", () => {
  test("is what a schema says of its input: defaults are not required", () => {
    const input = z.object({ a: z.number().describe("The first."), b: z.number().default(1), kind: z.enum(["x", "y"]).optional() });
    const { name, description, parameters } = toolSchema(toolOf({ input }));
    expect({ name, description }).toEqual({ name: "echo", description: "Gives its input back." });
    expect(parameters).toMatchObject({
      type: "object",
      properties: { a: { type: "number", description: "The first." }, b: { default: 1 }, kind: { enum: ["x", "y"] } },
      required: ["a"],
    });
  });

  test("is plain data, deeply frozen", () => {
    const { parameters } = toolSchema(toolOf({ input: z.object({ a: z.number() }) }));
    expect(parameters).toEqual(JSON.parse(JSON.stringify(parameters)));
    expect(Object.isFrozen(parameters.properties)).toBe(true);
  });

  test("the tool's own parameters come first", () => {
    const parameters = { type: "object", properties: { a: { type: "string" } }, toText: () => "" };
    expect(toolSchema(toolOf({ input: z.object({ a: z.number() }), parameters })).parameters).toEqual({
      type: "object",
      properties: { a: { type: "string" } },
    });
  });

  test("a schema that cannot describe itself takes any object", () => {
    expect(toolSchema(toolOf({ input: schemaOf((value) => ({ value })) })).parameters).toEqual({ type: "object" });
  });

  test.each([
    ["an input that JSON Schema cannot express", { input: z.object({ n: z.bigint() }) }],
    ["parameters that cannot be read", { parameters: { n: 1n } }],
  ])("%s is a clear error", (_, more) => {
    expect(() => toolSchema(toolOf(more))).toThrow(
      expect.objectContaining({ code: "invalid_tool", message: expect.stringContaining('"echo"'), cause: expect.any(Error) }),
    );
  });

  test("its own parameters help where the schema cannot", () => {
    const input = z.object({ n: z.coerce.bigint() });
    expect(toolSchema(toolOf({ input, parameters: { type: "object" } })).parameters).toEqual({ type: "object" });
  });
});
