import { runInNewContext } from "node:vm";
import { hostile, revoked } from "@acta/test-kit";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { freezeJson } from "./freeze-json.js";
import { NotJson } from "./not-json.js";

const problemOf = (value: unknown, limits?: Parameters<typeof freezeJson>[1]): NotJson => {
  try {
    freezeJson(value, limits);
  } catch (error) {
    if (NotJson.isInstance(error)) return error;
    throw error;
  }
  throw new Error("it was accepted");
};
const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

function expectFrozen(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  expect(Object.isFrozen(value)).toBe(true);
  for (const item of Object.values(value)) expectFrozen(item);
}

describe("plain data", () => {
  test("any JSON value: equal, deeply frozen, and nothing shared", () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes("__proto__"));
        const before = JSON.stringify(value);
        const copy = freezeJson(value);
        expect(copy).toEqual(value);
        expect(JSON.stringify(copy)).toBe(before);
        expectFrozen(copy);
        if (typeof value === "object") expect(copy === value).toBe(value === null);
      }),
      { numRuns: 2_000 },
    ));

  test("frozen input is copied like any other", () => {
    const value = Object.freeze({ list: Object.freeze([1]) });
    const copy = freezeJson(value);
    expect(copy).toEqual(value);
    expect(copy).not.toBe(value);
  });

  test("what is changed afterwards does not change the copy", () => {
    const value = { list: [{ a: 1 }] };
    const copy = freezeJson(value);
    value.list.push({ a: 2 });
    Object.assign(value.list[0] ?? {}, { a: 3 });
    expect(copy).toEqual({ list: [{ a: 1 }] });
  });

  test("objects and arrays of another realm", () => {
    const copy = freezeJson(runInNewContext(`({ list: [1, { a: null }], text: "x" })`));
    expect(copy).toEqual({ list: [1, { a: null }], text: "x" });
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).toHaveProperty("list", expect.any(Array));
  });

  test("objects without a prototype get one", () => {
    const copy = freezeJson(Object.assign(Object.create(null), { a: 1 }));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).toEqual({ a: 1 });
  });

  test("an absent property stays absent, an undefined one becomes so", () => {
    expect(Object.keys(freezeJson({ a: undefined, b: 1 }) as object)).toEqual(["b"]);
  });

  test("what JSON does not show is left out: symbols as keys, hidden properties, names on arrays", () => {
    const value = Object.defineProperty({ a: 1, [Symbol("b")]: 2 }, "c", { value: () => 3 });
    expect(Reflect.ownKeys(freezeJson(value) as object)).toEqual(["a"]);
    expect(freezeJson(Object.assign([1], { a: 2 }))).toEqual([1]);
  });

  test("keys of Object.prototype are ordinary keys", () => {
    const value = JSON.parse('{ "constructor": 1, "toString": { "valueOf": 2 }, "hasOwnProperty": 3 }');
    expect(freezeJson(value)).toEqual(value);
  });

  test("each property is read once, whatever it says the second time", () => {
    const reads = vi.fn((target: { a: number }, key: PropertyKey) => Reflect.get(target, key));
    let asked = 0;
    const shifty = new Proxy(
      { a: 0 },
      { get: reads, getOwnPropertyDescriptor: () => ({ value: ++asked, enumerable: true, configurable: true, writable: true }) },
    );
    expect(freezeJson(shifty)).toEqual({ a: asked });
    expect(reads).not.toHaveBeenCalled();
  });

  test("an object met twice is copied twice", () => {
    const shared = { a: 1 };
    const [first, second] = freezeJson([shared, shared]) as readonly unknown[];
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
  });
});

describe("what is refused, and where", () => {
  class Point {
    x = 1;
  }
  const accessor = (target: object) => Object.defineProperty(target, "0", { enumerable: true, get: () => 1 });
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const values: readonly [string, unknown, string, string][] = [
    ["undefined", undefined, "", "undefined"],
    ["undefined in an array", [1, undefined], "/1", "undefined"],
    ["a function", { run: () => 1 }, "/run", "function"],
    ["a toJSON", { a: { toJSON: () => 1 } }, "/a/toJSON", "function"],
    ["a symbol", [Symbol("x")], "/0", "symbol"],
    ["a big integer", { n: 1n }, "/n", "bigint"],
    ["NaN", { n: Number.NaN }, "/n", "number"],
    ["infinity", [[-Infinity]], "/0/0", "number"],
    ["a date", { at: new Date(0) }, "/at", "class"],
    ["a map", new Map(), "", "class"],
    ["bytes", { bytes: new Uint8Array(1) }, "/bytes", "class"],
    ["an error", [new Error("x")], "/0", "class"],
    ["an instance", { point: new Point() }, "/point", "class"],
    ["a boxed number", { n: Object(1) }, "/n", "class"],
    ["a boxed text", Object("text"), "", "class"],
    ["a promise", Promise.resolve(1), "", "class"],
    ["an object that inherits data", Object.create({ a: 1 }), "", "class"],
    ["an instance from another realm", runInNewContext("new Date(0)"), "", "class"],
    ["an accessor", { a: accessor({}) }, "/a/0", "accessor"],
    ["an accessor in an array", accessor([1]), "/0", "accessor"],
    ["a hole", Object.assign([1], { 2: 3 }), "/1", "hole"],
    ["a long empty array", new Array(4_000_000_000), "", "too many keys"],
    ["a cycle", cycle, "/self".repeat(100), "too deep"],
    ["a key __proto__", JSON.parse('{ "a": { "__proto__": { "admin": true } } }'), "/a/__proto__", "__proto__"],
    ["a hostile proxy", { a: [hostile()] }, "/a/0", "cannot be read"],
    ["a hostile array", hostile(undefined, []), "", "cannot be read"],
    ["a proxy that throws a proxy", [hostile(revoked())], "/0", "cannot be read"],
    ["a revoked proxy", { a: revoked() }, "/a", "cannot be read"],
    ["a place with signs", { "a/b": { "c~d": { "": 1n } } }, "/a~1b/c~0d/", "bigint"],
  ];

  test.each(values)("%s", (_, value, path, problem) => {
    const error = problemOf(value);
    expect(error).toMatchObject({ name: "NotJson", code: "not_json", path });
    expect(error.message).toContain(problem);
    expect(error.message.endsWith(path)).toBe(true);
  });

  test.each([Number.NaN, -1, 0.5, "1", undefined, {}])("an array that says it is %o long", (length) => {
    const array = new Proxy([1], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
    expect(problemOf(array).message).toContain("length");
  });

  test("an accessor is not called", () => {
    const read = vi.fn();
    problemOf(Object.defineProperty({}, "a", { enumerable: true, get: read }));
    expect(read).not.toHaveBeenCalled();
  });

  test("what a proxy threw is the cause", () => {
    const problem = new Error("keep out");
    expect(problemOf(hostile(problem)).cause).toBe(problem);
  });
});

describe("limits", () => {
  test("a hundred levels, and no more", () => {
    expect(freezeJson(nested(100))).toEqual(nested(100));
    expect(problemOf(nested(101)).message).toContain("nested too deep");
  });

  test("a depth far beyond the stack is refused like any other", () => {
    let value: unknown = {};
    for (let level = 0; level < 100_000; level++) value = { value };
    expect(problemOf(value).message).toContain("nested too deep");
  });

  test("maxDepth", () => {
    expect(freezeJson({ a: {} }, { maxDepth: 2 })).toEqual({ a: {} });
    expect(problemOf({ a: {} }, { maxDepth: 1 }).path).toBe("/a");
    expect(freezeJson(1, { maxDepth: 0 })).toBe(1);
  });

  test("maxLength counts every text and key", () => {
    expect(freezeJson({ ab: "cd", e: ["f"] }, { maxLength: 6 })).toEqual({ ab: "cd", e: ["f"] });
    expect(problemOf({ ab: "cd", e: ["f"] }, { maxLength: 5 })).toMatchObject({ message: "too large at /e/0" });
    expect(problemOf("x".repeat(16 * 1024 * 1024 + 1)).message).toBe("too large");
  });

  test("maxKeys counts every property and element", () => {
    expect(freezeJson({ a: [1, 2] }, { maxKeys: 3 })).toEqual({ a: [1, 2] });
    expect(problemOf({ a: [1, 2] }, { maxKeys: 2 })).toMatchObject({ message: "too many keys at /a" });
  });

  test("a tree that doubles with each level ends at the limits", () => {
    let value: unknown = 1;
    for (let level = 0; level < 60; level++) value = [value, value];
    expect(problemOf(value, { maxKeys: 10_000 }).message).toContain("too many keys");
  });
});
