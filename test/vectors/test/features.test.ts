import { describe, expect, test } from "vitest";
import { featureMissingForShipped, missingFeatureOf } from "../src/features.js";
import type { Json } from "../src/json.js";

const awaitable = { $value: "awaitable", of: 1 };
const tool = (change: object): Json => ({ tools: [{ tool: "t", mode: "async", params: [], behaviour: [], ...change }] });

describe("an awaitable that an async function gives back", () => {
  const cases: readonly (readonly [string, object])[] = [
    ["a tool", { behaviour: [{ return: awaitable }] }],
    ["a partial application", { mode: "partial_of_async", behaviour: [{ return: { $value: "resolved_future", of: 1 } }] }],
    ["a tool, under a condition", { behaviour: [{ return_if: { arg: "a", equals: 1 }, value: awaitable }] }],
    ["a preprocessor", { mode: "sync", preprocessor: { mode: "async", do: [{ return: awaitable }] } }],
    ["a postprocessor that hands it on", { mode: "callable_object_async", postprocessor: { mode: "async", do: [{ return_input: true }] } }],
  ];
  test.each(cases)("%s", (_, change) => {
    expect(featureMissingForShipped(tool(change))?.name).toBe("awaitable from an async function");
    expect(missingFeatureOf(tool(change))).toBeUndefined();
  });
});

test.each<readonly [string, object]>([
  ["a sync tool's", { mode: "sync", behaviour: [{ return: awaitable }] }],
  ["one inside of something", { behaviour: [{ return: { inside: awaitable } }] }],
  [
    "one that a sync postprocessor hands on",
    { mode: "sync_returning_awaitable", postprocessor: { mode: "sync", do: [{ return_input: true }] } },
  ],
  [
    "one that an async postprocessor wraps",
    { mode: "sync_returning_awaitable", postprocessor: { mode: "async", do: [{ return_wrapped: "k" }] } },
  ],
  ["a tuple", { behaviour: [{ return: { $value: "tuple", items: [1] } }] }],
])("%s can be run", (_, change) => {
  expect(featureMissingForShipped(tool(change))).toBeUndefined();
});
