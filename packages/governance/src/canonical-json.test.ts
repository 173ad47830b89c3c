import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, digest } from "./canonical-json.js";
import type { Json } from "./json.js";

/** The same data with the keys of every object the other way round. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item ?? null)]),
  );
}

describe("canonicalJson", () => {
  test("is JSON of the same data", () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    ));

  test("does not depend on the order of keys", () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value as Json))).toBe(canonicalJson(value as Json));
      }),
    ));

  test("sorts by code units, not by language", () => {
    expect(canonicalJson({ b: 1, ä: 2, a: 3, B: 4, "10": 5, "9": 6 })).toBe('{"10":5,"9":6,"B":4,"a":3,"b":1,"ä":2}');
  });

  test("keeps the order of arrays, and leaves out what is undefined", () => {
    expect(canonicalJson([2, 1, { a: undefined, b: [null] }])).toBe('[2,1,{"b":[null]}]');
  });

  test("looks for order at every level", () => {
    expect(canonicalJson({ a: [{ c: 1, b: { d: 2, "10": 3, "9": 4 } }], e: 5 })).toBe('{"a":[{"b":{"10":3,"9":4,"d":2},"c":1}],"e":5}');
    expect(canonicalJson({ b: { c: 1, d: undefined }, a: [{ e: null, f: {} }] })).toBe('{"a":[{"e":null,"f":{}}],"b":{"c":1}}');
  });

  test("escapes keys like values", () => {
    expect(canonicalJson({ 'a"b': "c\n" })).toBe('{"a\\"b":"c\\n"}');
  });
});

describe("digest", () => {
  test("is SHA-256 over canonical JSON", async () => {
    expect(await digest({ b: [1], a: "ü" })).toBe(createHash("sha256").update('{"a":"ü","b":[1]}').digest("hex"));
    expect(await digest(null)).toMatch(/^[0-9a-f]{64}$/);
  });

  test("tells apart what differs by a broken character only", async () => {
    expect(await digest("\ud800")).not.toBe(await digest("\ufffd"));
  });
});
