import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { freezeJson } from "./freeze-json.js";

const refused = expect.objectContaining({ code: "invalid_message", cause: expect.any(Error) });

describe("freezeJson", () => {
  test("copies once: what it made comes back as it is", () => {
    const first = freezeJson({ a: [1, { b: null }] });
    expect(freezeJson(first)).toBe(first);
  });

  test("a frozen shell around a changeable value is copied", () => {
    const inner = { count: 1 };
    const copy = freezeJson(Object.freeze({ inner }));
    inner.count = 2;
    expect(copy).toEqual({ inner: { count: 1 } });
  });

  test("leaves out undefined properties, as JSON.stringify does", () => {
    expect(Object.keys(freezeJson({ a: undefined, b: 1 }))).toEqual(["b"]);
  });

  test("keeps __proto__ and constructor as ordinary own keys", () => {
    const copy = freezeJson(JSON.parse('{"__proto__":{"admin":true},"constructor":1}') as { admin?: boolean });
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true},"constructor":1}');
    expect(copy.admin).toBeUndefined();
  });

  test("takes plain objects of another realm", () => {
    expect(freezeJson(runInNewContext("({ a: [1] })") as object)).toEqual({ a: [1] });
  });

  test("reads a getter once, so that what was checked is what is kept", () => {
    let reads = 0;
    const hostile = {
      get text() {
        reads += 1;
        return reads === 1 ? "first" : () => "second";
      },
    };
    expect([freezeJson(hostile), reads]).toEqual([{ text: "first" }, 1]);
  });

  test.each([
    ["a function", { f: () => 1 }],
    ["a bigint", { n: 1n }],
    ["a symbol", { s: Symbol("s") }],
    ["not a number", { n: Number.NaN }],
    ["infinity", { n: Infinity }],
    ["a date", { d: new Date(0) }],
    ["a map", { m: new Map() }],
    ["a gap in a list", { list: new Array(1) }],
    [
      "a getter that throws",
      {
        get bad(): never {
          throw undefined;
        },
      },
    ],
    ["a revoked proxy", { p: revoked() }],
  ])("refuses %s", (_name, value) => {
    expect(() => freezeJson(value)).toThrow(expect.objectContaining({ code: "invalid_message" }));
  });

  test("refuses a cycle and a depth bomb without exhausting the stack", () => {
    const cycle: { self?: object } = {};
    cycle.self = cycle;
    expect(() => freezeJson(cycle)).toThrow(refused);
    let bomb: object = {};
    for (let depth = 0; depth < 100_000; depth += 1) bomb = [bomb];
    expect(() => freezeJson(bomb)).toThrow(refused);
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
