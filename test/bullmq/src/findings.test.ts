import { expect, test } from "vitest";
import type { Facts } from "./calls.js";
import { costs, isRight, killed, restarted } from "./findings.js";

const good: Facts = {
  calls: 9,
  succeeded: 8,
  ambiguous: 1,
  lost: 1,
  other: [],
  withoutOutcome: 0,
  attemptsTwice: 0,
  unsafeTwice: 0,
  untrue: 0,
};

test("each fault makes a run wrong, and so does a run without calls", () => {
  expect(isRight(good)).toBe(true);
  for (const fault of ["withoutOutcome", "attemptsTwice", "unsafeTwice", "untrue"]) expect(isRight({ ...good, [fault]: 1 })).toBe(false);
  expect(isRight({ ...good, other: ["failed tool_failed"] })).toBe(false);
  expect(isRight({ ...good, calls: 0 })).toBe(false);
});

test("kills that hit nothing show nothing", () => {
  expect([killed("", good).ok, killed("", { ...good, lost: 0 }).ok]).toEqual([true, false]);
});

test("a restart may cost no more than what was being handed over, and BullMQ's cost has a limit", () => {
  expect([restarted("", good, 1).ok, restarted("", good, 0).ok]).toEqual([true, false]);
  const cost = { inFlight: 1, acta: 1, bare: 1 };
  expect([costs({ ...cost, ratio: 1.3 }).ok, costs({ ...cost, ratio: 1.31 }).ok]).toEqual([true, false]);
});
