import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import type { Json } from "./json.js";
import { serialize, serializeError } from "./serialize.js";
import { ThrownValue } from "./thrown-value.js";

const marker = "<unserializable>";
const throwing = (): never => {
  throw new Error("no");
};

class Point {
  readonly #secret = 3;
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
  sum() {
    return this.x + this.y + this.#secret;
  }
}

describe("serialize", () => {
  test.each<[string, unknown, Json]>([
    ["null", null, null],
    ["undefined", undefined, null],
    ["a boolean", false, false],
    ["a text", "x", "x"],
    ["zero", 0, 0],
    ["NaN", Number.NaN, null],
    ["infinity", -Infinity, null],
    ["a bigint", 12345678901234567890n, "12345678901234567890"],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["an invalid date", new Date(Number.NaN), null],
    ["a set", new Set([1, { a: 2 }, undefined]), [1, { a: 2 }, null]],
    [
      "a map",
      new Map<unknown, unknown>([
        ["a", 1n],
        [{ k: 1 }, new Set([2])],
      ]),
      [
        ["a", "1"],
        [{ k: 1 }, [2]],
      ],
    ],
    ["bytes", new Uint8Array([1, 2, 255]), "AQL/"],
    ["a part of a buffer", new Uint8Array([0, 1, 2, 255]).subarray(1), "AQL/"],
    ["a Buffer", Buffer.from("ab"), "YWI="],
    ["an ArrayBuffer", new Uint8Array([1, 2, 255]).buffer, "AQL/"],
    ["a DataView", new DataView(new Uint8Array([97, 98]).buffer), "YWI="],
    ["a URL", new URL("https://example.org/"), "https://example.org/"],
    ["a class instance", new Point(1, 2), { x: 1, y: 2 }],
    ["an array with holes", Object.assign(new Array(3), { 0: 1, 2: undefined }), [1, null, null]],
    ["an object with undefined", { a: undefined, b: [undefined] }, { b: [null] }],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["a function", throwing, marker],
    ["a symbol", Symbol("s"), marker],
    ["functions and symbols inside", { f: throwing, s: [Symbol("s")], n: 1 }, { f: marker, s: [marker], n: 1 }],
    ["an error", { e: new RangeError("boom") }, { e: { error: "RangeError", message: "boom" } }],
  ])("converts %s", verifies("D1.serialize.response"), (_, value, expected) => {
    expect(serialize(value)).toStrictEqual(expected);
  });

  test("copies plain data deeply", () => {
    const value = { a: [1, { b: "x" }], c: { d: null } };
    const copy = serialize(value);
    expect(copy).toStrictEqual(value);
    expect(copy).not.toBe(value);
  });

  test("uses toJSON, and does not ask an object that returns itself again", () => {
    expect(serialize({ toJSON: () => ({ a: 1n }) })).toStrictEqual({ a: "1" });
    const same = {
      a: 1,
      toJSON() {
        return this;
      },
    };
    expect(serialize(same)).toStrictEqual({ a: 1, toJSON: marker });
    expect(serialize({ gone: { toJSON: () => undefined } })).toStrictEqual({});
  });

  test("marks the place of what throws, and keeps the rest", verifies("D1.serialize.response"), () => {
    const hostile = {
      before: 1,
      get bad() {
        return throwing();
      },
      json: { toJSON: throwing },
      keys: new Proxy({}, { ownKeys: throwing }),
      type: new Proxy({}, { getPrototypeOf: throwing, get: throwing }),
      list: Object.defineProperty([1, 2, 3], 1, { get: throwing }),
      after: 2,
    };
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(serialize({ hostile, proxy })).toStrictEqual({
      hostile: { before: 1, bad: marker, json: marker, keys: marker, type: marker, list: [1, marker, 3], after: 2 },
      proxy: marker,
    });
  });

  test("marks a cycle, but not an object that is merely there twice", verifies("D1.serialize.response"), () => {
    const shared = { s: 1 };
    const cyclic = { one: shared, two: shared, self: {}, list: [{}] };
    cyclic.self = cyclic;
    cyclic.list = [cyclic];
    expect(serialize(cyclic)).toStrictEqual({ one: { s: 1 }, two: { s: 1 }, self: marker, list: [marker] });
  });

  test("bounds a toJSON that never ends", () => {
    const endless = (): object => ({ toJSON: endless });
    expect(JSON.stringify(serialize(endless()))).toContain(marker);
  });

  test("bounds the depth", verifies("D1.serialize.response"), () => {
    let deep: unknown = "bottom";
    for (let level = 0; level < 50_000; level++) deep = [deep];
    const text = JSON.stringify(serialize(deep));
    expect(text).toBe(`${"[".repeat(102)}"${marker}"${"]".repeat(102)}`);
  });

  test("bounds the number of values, not by leaving out in silence", () => {
    const copy = serialize(new Array(1_500_000).fill(0)) as readonly Json[];
    expect(copy.length).toBeLessThanOrEqual(1_000_001);
    expect(copy.at(-1)).toBe(marker);
  });

  test("bounds objects that multiply", () => {
    let wide: unknown = {};
    for (let level = 0; level < 60; level++) wide = { a: wide, b: wide };
    expect(JSON.stringify(serialize(wide))).toContain(marker);
  });

  test("is not fooled by the iterator of a subclass", () => {
    class Endless extends Set<number> {
      override *[Symbol.iterator](): SetIterator<number> {
        for (;;) yield 1;
      }
    }
    expect(serialize(new Endless([7]))).toStrictEqual([7]);
  });

  test("copies __proto__ as a field, not as a prototype", () => {
    const copy = serialize(JSON.parse('{"__proto__":{"admin":true},"constructor":1}')) as { readonly admin?: Json };
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy.admin).toBeUndefined();
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true},"constructor":1}');
  });
});

describe("serializeError", () => {
  test("shows type and message, never a stack or another property", verifies("D1.serialize.error"), () => {
    const error = Object.assign(new RangeError("boom"), { token: "secret" });
    expect(serializeError(error)).toStrictEqual({ error: "RangeError", message: "boom" });
  });

  test("names a subclass that did not name itself", verifies("D1.serialize.error"), () => {
    class QuotaExceeded extends Error {}
    expect(serializeError(new QuotaExceeded("full")).error).toBe("QuotaExceeded");
    expect(serializeError(new ThrownValue(1)).error).toBe("ThrownValue");
    expect(serializeError(new DOMException("stop", "AbortError")).error).toBe("AbortError");
  });

  test("follows causes", verifies("D1.serialize.error"), () => {
    const error = new Error("top", { cause: new TypeError("middle", { cause: { code: 7n } }) });
    expect(serializeError(error)).toStrictEqual({
      error: "Error",
      message: "top",
      cause: { error: "TypeError", message: "middle", cause: { code: "7" } },
    });
  });

  test("shows the members of a group, at most 100", verifies("D1.serialize.error", "D1.error-cap"), () => {
    const group = new AggregateError([new TypeError("a"), "b"], "both");
    expect(serializeError(group)).toStrictEqual({
      error: "AggregateError",
      message: "both",
      errors: [{ error: "TypeError", message: "a" }, "b"],
    });
    expect(serializeError(new AggregateError(new Array(150).fill(new Error("x")))).errors).toHaveLength(100);
  });

  test("cuts cycles", verifies("D1.serialize.error"), () => {
    const error = new Error("ouroboros");
    error.cause = error;
    expect(serializeError(error)).toStrictEqual({ error: "Error", message: "ouroboros", cause: marker });
    const group = new AggregateError([new Error("leaf")], "cyclic");
    group.errors.push(group);
    expect(serializeError(group).errors).toStrictEqual([{ error: "Error", message: "leaf" }, marker]);
  });

  test.each([
    [100, 101],
    [101, 102],
    [102, 102],
    [5_000, 102],
  ])("shows of groups nested %d deep %d levels", verifies("D1.serialize.error"), (depth, levels) => {
    let error: Error = new Error("deepest");
    for (let level = 0; level < depth; level++) error = new AggregateError([error], "group");
    expect(JSON.stringify(serializeError(error)).match(/"message"/g)).toHaveLength(levels);
  });

  test("takes whatever was thrown", () => {
    expect(serializeError("text")).toStrictEqual({ error: "ThrownValue", message: "Not an error: text.", cause: "text" });
    expect(serializeError(null)).toMatchObject({ error: "ThrownValue", cause: null });
  });

  test("survives errors that cannot be read", verifies("D1.serialize.error"), () => {
    const hostile = new AggregateError([], "x");
    for (const key of ["name", "message", "cause", "errors", "constructor"]) Object.defineProperty(hostile, key, { get: throwing });
    expect(serializeError(hostile)).toStrictEqual({ error: "Error", message: "", cause: marker });
    expect(serializeError(new Proxy(new Error("x"), { get: throwing, getPrototypeOf: throwing })).error).toBe("ThrownValue");
  });
});
