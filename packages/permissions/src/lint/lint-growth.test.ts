import { describe, expect, test, vi } from "vitest";
import { PermissionPolicy } from "../permission-policy.js";
import type { RuleData } from "../rule-data.js";
import { Segment } from "../segment.js";
import { Effort } from "./effort.js";
import type { Finding } from "./finding.js";
import { lintPolicy } from "./lint-policy.js";

const programs = ["git", "npm", "node", "docker", "ls"];

/** Rules of one tool, in the three tables by turns. */
function policyOf(count: number, rule: (index: number) => RuleData, tables = ["deny", "allow", "escalate"]): object {
  const all = Array.from({ length: count }, (_, index) => rule(index));
  const own = (place: number) => all.filter((_, index) => index % tables.length === place);
  return { mode: "rules", ...Object.fromEntries(tables.map((table, place) => [table, { bash: own(place) }])) };
}

const number = (index: number) => String(1000 + index);
const apart = (index: number) => `${programs[index % programs.length]} x${number(index)} [a-z]*`;
const overlapping = (index: number) => `*${programs[index % programs.length]} x${number(index)} *`;
const typed = (index: number) => ({ arguments: { to: { equals: `account ${index}` }, amount: { range: { max: index } } } });
const meeting = (index: number) => (index % 2 === 0 ? `a${number(index)}*` : `* b${number(index)}*`);

/** What linting does: steps of its effort, places where a part of a pattern is tried, and calls that are put to the policy. */
function work(policy: object): {
  readonly steps: number;
  readonly tried: number;
  readonly asked: number;
  readonly findings: readonly Finding[];
} {
  const count = { steps: 0, tried: 0, asked: 0 };
  const { spend } = Effort.prototype;
  // A spy would keep each of millions of calls.
  Effort.prototype.spend = function (steps) {
    count.steps += steps;
    spend.call(this, steps);
  };
  const spies = [vi.spyOn(Segment.prototype, "matchesAt"), vi.spyOn(PermissionPolicy.prototype, "decide")] as const;
  try {
    const findings = lintPolicy(policy);
    const [tried, asked] = [spies[0].mock.calls.length, spies[1].mock.calls.length];
    return { ...count, tried, asked, findings };
  } finally {
    Effort.prototype.spend = spend;
    for (const spy of spies) spy.mockRestore();
  }
}

describe("twice as many rules of one tool", () => {
  test("of patterns that start with different words: each is read once, and no pair of them is searched", () => {
    const [half, whole] = [work(policyOf(150, apart)), work(policyOf(300, apart))];
    expect(half.tried).toBeGreaterThan(0);
    expect(whole.tried).toBeLessThan(2.5 * half.tried);
    expect([whole.steps, whole.asked]).toEqual([0, 0]);
  });

  test("of patterns with texts in common: each is put to the policy once", () => {
    const [half, whole] = [work(policyOf(150, overlapping)), work(policyOf(300, overlapping))];
    expect(half.asked).toBeGreaterThan(0);
    expect(whole.asked).toBeLessThan(2.5 * half.asked);
  });

  test("of conditions on values: a few steps for each pair of an allow and an escalation", () => {
    const { steps } = work(policyOf(300, typed));
    expect(steps).toBeGreaterThan(100 * 100);
    expect(steps).toBeLessThan(30 * 100 * 100);
  });
});

describe("where every allow meets every escalation", () => {
  const tables = ["allow", "escalate"];

  test("every pair is a finding in a policy of a hundred rules", () => {
    const { findings } = work(policyOf(100, meeting, tables));
    expect(findings.filter(({ code }) => code === "allow_hides_escalate")).toHaveLength(50 * 50);
    expect(findings).toHaveLength(50 * 50);
  });

  test("there is a bound, and every escalation has its share of it", { timeout: 30_000 }, () => {
    const most = 30_000_000;
    const { steps, findings } = work(policyOf(800, meeting, tables));
    expect(steps).toBeGreaterThan(most / 2);
    expect(steps).toBeLessThan(most * 1.1);
    const found = findings.filter(({ code }) => code === "allow_hides_escalate");
    expect(new Set(found.map(({ other }) => other)).size).toBe(400);
    expect(findings.filter(({ code }) => code === "not_compared").length).toBeGreaterThan(0);
  });
});
