import { describe, expect, test } from "vitest";
import { doubts, judge } from "./judge.js";
import type { TestResult, TestRun } from "./test-run.js";

const rule = "D1.error-cap";
const result = (name: string, state: TestResult["state"], ...cites: string[]): TestResult => ({ name, state, cites });
const run = (...tests: TestResult[]): TestRun => ({ tests, problems: [] });

describe("a mutant", () => {
  test("is caught by a failing test that cites its rule", () => {
    const ended = run(result("first", "failed"), result("second", "passed", rule), result("third", "failed", "D1.success", rule));
    expect(judge(rule, ended)).toEqual({ kind: "caught", by: "third" });
  });

  test.each<[string, TestRun]>([
    ["changes only a comment, so that everything passes", run(result("a", "passed", rule), result("b", "passed"))],
    ["fails only tests that cite nothing", run(result("a", "failed"), result("b", "passed", rule))],
    ["fails only tests that cite other rules", run(result("a", "failed", "D1.success"), result("b", "passed", rule))],
    ["keeps the tests that cite its rule from running", run(result("a", "skipped", rule), result("b", "pending", rule))],
    ["runs no test", run()],
  ])("survives that %s", (_, ended) => {
    expect(judge(rule, ended)).toEqual({ kind: "survived", problem: undefined });
  });

  test("that does not even load survives, with the problem", () => {
    expect(judge(rule, { tests: [], problems: ["a.test.ts: no such export"] })).toEqual({
      kind: "survived",
      problem: "a.test.ts: no such export",
    });
  });
});

describe("a run without a mutant", () => {
  test("is fit where everything passed and each rule has a test", () => {
    expect(doubts([rule], run(result("a", "passed", rule), result("b", "skipped")))).toEqual([]);
  });

  test("is not where a test fails, a file does not load, or a rule has no test that passes", () => {
    const ended: TestRun = { tests: [result("a", "failed", rule), result("b", "skipped", "D1.success")], problems: ["broken"] };
    expect(doubts([rule, "D1.success"], ended)).toEqual([
      "broken",
      "Fails without a mutant: a",
      "No test that passes cites D1.error-cap.",
      "No test that passes cites D1.success.",
    ]);
  });
});
