import { expect, test } from "vitest";
import { plan } from "./plan.js";

const mutantOf = (rule: string) => ({ rule, file: "a.ts", find: "a", replace: "b", why: "wrong" });
const rules = { ids: ["A", "B", "C"], pending: { C: "later" } };
const mutants = [mutantOf("B"), mutantOf("A")];

test("takes the mutant of each rule that does not wait", () => {
  expect(plan(rules, mutants)).toEqual({ mutants: [mutantOf("A"), mutantOf("B")], skipped: 1 });
});

test("takes only the rule that is asked for", () => {
  expect(plan(rules, mutants, "B")).toEqual({ mutants: [mutantOf("B")], skipped: 0 });
  expect(plan(rules, mutants, "C")).toEqual({ mutants: [], skipped: 1 });
  expect(() => plan(rules, mutants, "X")).toThrow("There is no rule X.");
});

test("names a rule without a mutant, one with two, and a mutant of nothing", () => {
  expect(() => plan(rules, [mutantOf("B"), mutantOf("B"), mutantOf("X")])).toThrow(
    "There is a mutant of X, which is no rule.\nA has 0 mutants; it needs one.\nB has 2 mutants; it needs one.",
  );
});
