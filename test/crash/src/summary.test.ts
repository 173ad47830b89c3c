import { expect, test } from "vitest";
import { isRight, type Report, summaryOf } from "./summary.js";

const right: Report = {
  seed: 1,
  skipped: [],
  cells: [{ store: "sqlite", cut: "in-effect", effect: "read", wrong: [] }],
  kills: [{ kills: 20, calls: 50, recovered: 30, findings: [], broken: [] }],
  rivals: [{ store: "sqlite", processes: 4, calls: 36, settlements: 36, wrong: [] }],
  writers: [{ store: "sqlite", calls: 400, wrong: [] }],
  deciders: [{ store: "sqlite", processes: 8, approvals: 4, wrong: [] }],
  zombies: [{ store: "sqlite", stopped: 50, refused: 50, wrong: [] }],
  controls: [{ broken: "unsafe-rerun", problem: undefined }],
};

test("the last line has the figures that are promised", () => {
  expect(summaryOf(right).at(-1)).toBe(
    "cells 1/1; kills 20: 0 without intent, 0 unsafe twice, 0 successes without effect, 0 unsettled, 0 changed by second recovery; controls 1/1 caught",
  );
  const findings = [{ fault: "unsafe_twice", about: "c", branchId: "b" }] as const;
  const wrong = { ...right, kills: [{ kills: 1, calls: 1, recovered: 1, findings: [...findings], broken: [] }] };
  expect(summaryOf(wrong).at(-1)).toContain("kills 1: 0 without intent, 1 unsafe twice, 0 successes");
});

test("a store that is missing is named at the end too", () => {
  expect(summaryOf({ ...right, skipped: ["postgres"] })[0]).toMatch(/^SKIPPED postgres: set ACTA_TEST_POSTGRES_URL/);
});

test.each<[string, Partial<Report>]>([
  ["nothing was tried", { cells: [] }],
  ["a cell is wrong", { cells: [{ store: "sqlite", cut: "in-effect", effect: "read", wrong: ["unsettled: c"] }] }],
  [
    "a kill left something wrong",
    { kills: [{ kills: 1, calls: 1, recovered: 1, findings: [{ fault: "gap", about: "e", branchId: "b" }], broken: [] }] },
  ],
  ["a round broke off", { kills: [{ kills: 1, calls: 1, recovered: 1, findings: [], broken: ["round 1: it hung"] }] }],
  ["two settled one call", { rivals: [{ store: "sqlite", processes: 4, calls: 36, settlements: 37, wrong: ["settled_twice: c"] }] }],
  ["a writer found the store busy", { writers: [{ store: "sqlite", calls: 400, wrong: ["7: database is locked"] }] }],
  ["two approved one call", { deciders: [{ store: "sqlite", processes: 8, approvals: 4, wrong: ["decided 1: succeeded, succeeded"] }] }],
  ["a zombie's commit was taken", { zombies: [{ store: "sqlite", stopped: 50, refused: 49, wrong: ["zombie 1: it changed the record"] }] }],
  ["a control was not caught", { controls: [{ broken: "unsafe-rerun", problem: "the checks let it pass" }] }],
])("not right: %s", (_, part) => {
  expect(isRight(right)).toBe(true);
  expect(isRight({ ...right, ...part })).toBe(false);
});
