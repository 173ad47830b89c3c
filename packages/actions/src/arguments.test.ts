import { verifies } from "@acta/requirements";
import { hostile, noUnhandledRejections, revoked, thenableOf } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { schemaOf, toolOf } from "../test/tool.js";
import { parseArguments, validateArguments } from "./arguments.js";
import { InvalidArguments } from "./errors.js";

noUnhandledRejections();

/** What this throws or rejects with, when that is as it should be. */
async function refusalOf(act: () => unknown): Promise<InvalidArguments> {
  try {
    await act();
  } catch (error) {
    if (InvalidArguments.isInstance(error)) return error;
    throw error;
  }
  throw new Error("it was accepted");
}
const thrower = () => {
  throw new Error("no");
};

describe("parseArguments", () => {
  test.each([
    ["undefined", undefined],
    ["null", null],
    ["no text", ""],
    ["blank text", " \n\t\u00a0"],
    ["an empty object as text", " {} "],
    ["an empty object", {}],
  ])("%s is {}", verifies("D2.envelopes"), (_, raw) => {
    expect(parseArguments(raw)).toEqual({});
    expect(Object.isFrozen(parseArguments(raw))).toBe(true);
  });

  test("JSON object text is parsed", verifies("D2.envelopes"), () => {
    expect(parseArguments(' { "a": [1, { "b": null }] } ')).toEqual({ a: [1, { b: null }] });
  });

  test("an object is copied and deeply frozen", verifies("D2.envelopes"), () => {
    const raw = { a: [1] };
    const parsed = parseArguments(raw);
    raw.a.push(2);
    expect(parsed).toEqual({ a: [1] });
    expect(Object.isFrozen(parsed.a)).toBe(true);
  });

  test.each([
    ["the text null", "null", "the arguments are not an object"],
    ["the text true", "true", "the arguments are not an object"],
    ["the text of a number", "1", "the arguments are not an object"],
    ["the text of text", '"{}"', "the arguments are not an object"],
    ["the text of an array", "[]", "the arguments are not an object"],
    ["an array", [{}], "the arguments are not an object"],
    ["a number", 1, "the arguments are not an object"],
    ["a boolean", false, "the arguments are not an object"],
    ["text that is no JSON", "{ a: 1 }", "the text is not JSON"],
    ["two objects as text", "{}{}", "the text is not JSON"],
    ["a function", () => ({}), "the arguments are not plain JSON: a value of type function"],
    ["a map", new Map(), "the arguments are not plain JSON: an instance of a class"],
    ["a hostile proxy", hostile(), "the arguments are not plain JSON: a value that cannot be read"],
    ["a revoked proxy", revoked(), "the arguments are not plain JSON: a value that cannot be read"],
    ["text with a key __proto__", '{ "__proto__": {} }', "the key __proto__"],
    ["text that is nested too deep", `{"a":${"[".repeat(100)}${"]".repeat(100)}}`, "nested too deep"],
    ["text that is far too deep", "[".repeat(200_000), "the text is not JSON"],
  ])("%s is refused, never coerced", verifies("D2.envelopes"), async (_, raw, problem) => {
    const error = await refusalOf(() => parseArguments(raw));
    expect(error.code).toBe("invalid_arguments");
    expect(error.issues[0]?.message).toContain(problem);
  });

  test("text beyond 16 Mi is not even parsed", async () => {
    const most = 16 * 1024 * 1024;
    expect(parseArguments("{}".padEnd(most))).toEqual({});
    const text = "{}".padEnd(most + 1);
    expect((await refusalOf(() => parseArguments(text))).issues).toEqual([{ message: "the text is too long", path: "" }]);
  });

  test("the place of a bad value is a JSON pointer", async () => {
    expect((await refusalOf(() => parseArguments({ "a/b": [1n] }))).issues).toEqual([
      { message: expect.stringContaining("bigint"), path: "/a~1b/0" },
    ]);
  });

  test("what a parser or a proxy threw is the cause", async () => {
    expect((await refusalOf(() => parseArguments("{"))).cause).toBeInstanceOf(SyntaxError);
  });
});

describe("validateArguments", () => {
  const add = toolOf({ input: z.object({ a: z.number(), b: z.number().default(1), note: z.string().optional() }) });

  test("gives the schema's output, defaults included", verifies("D1.construction.input"), () => {
    expect(validateArguments(add, { a: 2 })).toEqual({ a: 2, b: 1 });
    expect(validateArguments(add, { a: 2, b: 3, note: "x" })).toEqual({ a: 2, b: 3, note: "x" });
  });

  test("the output is deeply frozen, and of nobody else", verifies("D1.construction.input"), async () => {
    const output = { list: [1] };
    const input = validateArguments(toolOf({ input: schemaOf(() => ({ value: output })) }), {});
    output.list.push(2);
    expect(input).toEqual({ list: [1] });
    expect(Object.isFrozen((await input).list)).toBe(true);
  });

  test("the schema sees the frozen raw arguments", () => {
    const raw = parseArguments({ a: 1 });
    let seen: unknown;
    const tool = toolOf({
      input: schemaOf((value) => {
        seen = value;
        return { value };
      }),
    });
    expect(validateArguments(tool, raw)).toEqual(raw);
    expect(seen).toBe(raw);
  });

  test("a missing required key is refused", verifies("D1.construction.minimum", "D1.construction.errors"), async () => {
    const error = await refusalOf(() => validateArguments(add, { b: 1 }));
    expect(error).toMatchObject({ code: "invalid_arguments", issues: [{ path: "/a" }] });
    expect(error.message).toContain("/a: ");
  });

  test("unknown keys are the schema's business", verifies("D1.construction.minimum"), async () => {
    expect(validateArguments(add, { a: 1, extra: 2 })).toEqual({ a: 1, b: 1 });
    expect(validateArguments(toolOf({ input: z.looseObject({ a: z.number() }) }), { a: 1, extra: 2 })).toEqual({ a: 1, extra: 2 });
    const strict = toolOf({ input: z.strictObject({ a: z.number() }) });
    expect((await refusalOf(() => validateArguments(strict, { a: 1, extra: 2 }))).message).toContain("extra");
  });

  test("a strict tool refuses every key that its schema does not give back", verifies("D1.construction.strict"), async () => {
    const strict: typeof add = { ...add, strict: true };
    expect(validateArguments(strict, { a: 1, note: "x" })).toEqual({ a: 1, b: 1, note: "x" });
    expect((await refusalOf(() => validateArguments(strict, { a: 1, extra: 2, "c/d": 3, constructor: 4 }))).issues).toEqual([
      { message: "unknown key", path: "/extra" },
      { message: "unknown key", path: "/c~1d" },
      { message: "unknown key", path: "/constructor" },
    ]);
    expect((await refusalOf(() => validateArguments(strict, {}))).issues).toMatchObject([{ path: "/a" }]);
  });

  test("paths of a schema become JSON pointers", async () => {
    const tool = toolOf({ input: z.object({ "a/b": z.array(z.object({ "c~d": z.number() })) }) });
    const error = await refusalOf(() => validateArguments(tool, { "a/b": [{ "c~d": 1 }, { "c~d": "x" }] }));
    expect(error.issues).toMatchObject([{ path: "/a~1b/1/c~0d" }]);
  });

  test("paths may be segments, as the Standard Schema has it", async () => {
    const issues = [{ message: "bad", path: [{ key: "a" }, 0, { key: Symbol("s") }] }, { message: "all bad" }];
    const error = await refusalOf(() => validateArguments(toolOf({ input: schemaOf(() => ({ issues })) }), {}));
    expect(error.issues).toEqual([
      { message: "bad", path: "/a/0/Symbol(s)" },
      { message: "all bad", path: "" },
    ]);
  });

  test("the message names five issues and counts the rest", async () => {
    const issues = Array.from({ length: 7 }, (_, index) => ({ message: `bad ${index}` }));
    const error = await refusalOf(() => validateArguments(toolOf({ input: schemaOf(() => ({ issues })) }), {}));
    expect(error.message).toBe("invalid arguments: bad 0; bad 1; bad 2; bad 3; bad 4; and 2 more");
    expect(error.issues).toHaveLength(7);
  });

  test("a synchronous schema answers without a promise, an asynchronous one with", async () => {
    expect(validateArguments(add, { a: 1 })).not.toBeInstanceOf(Promise);
    const checked = toolOf({ input: z.object({ id: z.string().refine(async (id) => id !== "taken") }) });
    expect(validateArguments(checked, { id: "free" })).toBeInstanceOf(Promise);
    expect(await validateArguments(checked, { id: "free" })).toEqual({ id: "free" });
    expect((await refusalOf(() => validateArguments(checked, { id: "taken" }))).issues).toMatchObject([{ path: "/id" }]);
  });

  describe("a schema that fails refuses", () => {
    const junk: readonly [string, unknown][] = [
      ["undefined", undefined],
      ["null", null],
      ["a number", 1],
      ["text", "ok"],
      ["an empty object", {}],
      ["issues that are no list", { issues: true }],
      ["an empty list of issues", { issues: [] }],
      ["an issue that is null", { issues: [null] }],
      ["a path that is no list", { issues: [{ message: "x", path: 1 }] }],
      ["a value that is no object", { value: "text" }],
      ["a value that is null", { value: null }],
      ["a value that is a list", { value: [] }],
      ["a date in its value", { value: { at: new Date(0) } }],
      ["a map in its value", { value: { all: new Map() } }],
      ["a value that cannot be read", { value: hostile() }],
      ["a result that cannot be read", hostile()],
    ];

    test.each(junk)("answering %s, at once", verifies("D1.construction.errors"), async (_, result) => {
      const tool = toolOf({ input: schemaOf(() => result) });
      expect((await refusalOf(() => validateArguments(tool, {}))).code).toBe("invalid_arguments");
    });

    test.each(junk.slice(0, -1))("answering %s, as a promise", verifies("D1.construction.errors"), async (_, result) => {
      const tool = toolOf({ input: schemaOf(async () => result) });
      expect((await refusalOf(() => validateArguments(tool, {}))).code).toBe("invalid_arguments");
    });

    test.each([
      ["throwing", thrower],
      ["rejecting", async () => thrower()],
      ["answering with a `then` that throws", thenableOf(() => thrower)],
      ["answering with a `then` that cannot be read", thenableOf(thrower)],
    ])("%s", verifies("D1.construction.errors"), async (_, validate) => {
      const error = await refusalOf(() => validateArguments(toolOf({ input: schemaOf(validate) }), {}));
      expect(error).toMatchObject({ issues: [{ message: "the schema failed", path: "" }], cause: new Error("no") });
    });

    test("an output that is not JSON names its place", async () => {
      const tool = toolOf({ input: z.object({ at: z.coerce.date() }) });
      expect((await refusalOf(() => validateArguments(tool, { at: 0 }))).issues).toEqual([
        { message: "the schema's output is not plain JSON: an instance of a class at /at", path: "/at" },
      ]);
    });
  });
});
