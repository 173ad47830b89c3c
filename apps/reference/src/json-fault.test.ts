import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.js";

test.each([
  ["", 1, 1],
  ["  ", 1, 3],
  ["{", 1, 2],
  ['{"a": 1,}', 1, 9],
  ['{\n  "a": [1, 2,\n  ]\n}', 3, 3],
  ['{\r\n  "a" 1\r\n}', 2, 7],
  ['{\n  "a": "no end,\n  "b": 1\n}', 2, 8],
  ['["🙂", x]', 1, 7],
  ['["\\x"]', 1, 2],
  ["[01]", 1, 2],
  ["[1.]", 1, 2],
  ["[tru]", 1, 2],
  ["{} {}", 1, 4],
  ["[}", 1, 2],
  ["[1}", 1, 3],
  ["{1: 2}", 1, 2],
  ["{'a': 2}", 1, 2],
  ['{"a": 1 "b": 2}', 1, 9],
  ["// comment\n{}", 1, 1],
])("%j: line %i, column %i", (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFault(text)).toEqual({ line, column });
});

test("of JSON there is none, and whatever is not JSON has one", () => {
  const parts = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"a"',
    '"\\u00e9\\n"',
    '"',
    "\\",
    "1",
    "-0.5e+3",
    "0",
    "null",
    "true",
    " ",
    "\n",
    "\u0001",
    "\u2028",
  ];
  const counts = { json: 0, other: 0 };
  let state = 1;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const valid = ['{"a":[1,{"b":null}],"c":"\\"\u2028"}', "[[],{},-1e9]", '"a"', " 0 "];
  for (let round = 0; round < 20_000; round++) {
    const text = valid[random(valid.length)] ?? "";
    const at = random(text.length + 1);
    const changed = text.slice(0, at) + (parts[random(parts.length)] ?? "") + text.slice(at + random(3));
    const isJson = parses(changed);
    counts[isJson ? "json" : "other"]++;
    expect([changed, jsonFault(changed) === null]).toEqual([changed, isJson]);
  }
  expect(Math.min(counts.json, counts.other)).toBeGreaterThan(1_000);
});

test("a large text takes no time, and a deep one no stack", () => {
  expect(jsonFault(`["${"a".repeat(1_000_000)}`)).toEqual({ line: 1, column: 2 });
  expect(jsonFault("[".repeat(1_000_000))).toEqual({ line: 1, column: 1_000_001 });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
