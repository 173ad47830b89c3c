import { expect, test } from "vitest";
import { callOf, namesake } from "../test/call.js";
import { parseJobData } from "./job-data.js";
import { jobOfCall } from "./job-of-call.js";

const carried = (value: unknown) => JSON.parse(JSON.stringify(value));
const dataOf = (input: object) => {
  const { judged, digest } = jobOfCall(callOf(namesake("echo"), input as never), 10_000);
  return { ...judged, digest, version: 1, token: "t", deadlineAt: null };
};

test("what is judged is what is read, whatever order its keys have", () => {
  for (const input of [{}, { b: 1, a: { 10: "x", 2: "y", "": null } }, { text: "\ud800 \u2028", number: -0, small: 5e-324 }]) {
    const data = dataOf(input);
    expect(parseJobData(carried(data))).toEqual(carried(data));
  }
});

test("arguments are read once, and frozen where they run", () => {
  const { arguments: input } = parseJobData(carried(dataOf({ deep: { list: [1] } })));
  expect(Object.isFrozen(input) && Object.isFrozen((input as { deep: object }).deep)).toBe(true);
});

test("a call's time is what it says is left, else its tool's own; none is none", () => {
  const timeOf = (tool: object, more: object) => jobOfCall(callOf(namesake("a", tool), {}, more), 1_000).timeoutMs;
  expect([timeOf({}, {}), timeOf({ timeoutMs: 5 }, {}), timeOf({ timeoutMs: 5 }, { timeoutMs: 3 })]).toEqual([null, 5, 3]);
  expect(timeOf({}, { timeoutMs: Number.POSITIVE_INFINITY })).toBe(null);
});
