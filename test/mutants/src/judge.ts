import type { TestRun } from "./test-run.js";

export type Verdict =
  | { readonly kind: "caught"; readonly by: string }
  | { readonly kind: "survived"; readonly problem: string | undefined };

/** A mutant is caught by a test that cites its rule and fails. Another test's failure says nothing, nor does a file that does not load. */
export function judge(rule: string, { tests, problems }: TestRun): Verdict {
  const catcher = tests.find(({ state, cites }) => state === "failed" && cites.includes(rule));
  return catcher ? { kind: "caught", by: catcher.name } : { kind: "survived", problem: problems[0] };
}

/** Why a run without a mutant cannot be compared with one: a sentence each. Empty: everything passed, and each rule has a test. */
export function doubts(rules: readonly string[], { tests, problems }: TestRun): string[] {
  const cited = new Set(tests.flatMap(({ state, cites }) => (state === "passed" ? cites : [])));
  return [
    ...problems,
    ...tests.flatMap(({ state, name }) => (state === "failed" ? [`Fails without a mutant: ${name}`] : [])),
    ...rules.filter((rule) => !cited.has(rule)).map((rule) => `No test that passes cites ${rule}.`),
  ];
}
