import { canonicalJson, type Json } from "@acta/governance";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sameJson } from "./same-json.js";

describe("sameJson", () => {
  test("is equality of canonical JSON", () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
        expect(sameJson(a as Json, b as Json)).toBe(canonicalJson(a as Json) === canonicalJson(b as Json));
        expect(sameJson(a as Json, JSON.parse(JSON.stringify(a)))).toBe(true);
      }),
    ));

  test.each<readonly [Json | undefined, Json | undefined, boolean]>([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } }, true],
    [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, false],
    [{ constructor: 1 }, {}, false],
    [{ a: undefined, b: 1 }, { toString: 1 }, false],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{}, [], false],
    [null, {}, false],
    [{}, null, false],
    [null, undefined, false],
    [undefined, undefined, true],
    [1, "1", false],
    [0, false, false],
  ])("%o and %o: %o", (a, b, same) => {
    expect(sameJson(a, b)).toBe(same);
    expect(sameJson(b, a)).toBe(same);
  });
});
