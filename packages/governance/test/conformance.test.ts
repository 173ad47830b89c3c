import { describe, expect, test } from "vitest";
import { type CaseResult, CheckFailed, plainCheck, policyCases, runCases, summaryOf } from "../src/conformance.js";
import { runControls } from "./controls.js";
import { asyncSubject, ruleSubject, spendingSubject } from "./subjects.js";

const failuresOf = (results: readonly CaseResult[]) => results.filter(({ outcome }) => outcome === "failed");

test.each([spendingSubject(), ruleSubject, asyncSubject])("$name passes, and skips what it does not claim", async (subject) => {
  const results = await runCases(subject);
  expect(failuresOf(results)).toEqual([]);
  const without = policyCases.filter(({ needs = [] }) => needs.some((need) => !subject.capabilities.some((one) => one === need)));
  expect(results.filter(({ outcome }) => outcome === "skipped").map(({ id }) => id)).toEqual(without.map(({ id }) => id));
  expect(summaryOf(subject.name, results)).toBe(
    `${subject.name}: ${policyCases.length - without.length} passed, 0 failed, ${without.length} skipped`,
  );
});

test("controls: each case finds the policy that was broken for it", async () => {
  const { missed, summary, total } = await runControls();
  expect(missed).toEqual([]);
  expect(total).toBeGreaterThanOrEqual(policyCases.length);
  expect(summary).toBe(`controls: ${total} of ${total} caught`);
});

describe("running cases", () => {
  test("ids are unique and every requirement is a sentence", () => {
    expect(new Set(policyCases.map(({ id }) => id)).size).toBe(policyCases.length);
    expect(policyCases.filter(({ requirement }) => !/^[A-Z`].*\.$/.test(requirement))).toEqual([]);
  });

  test("a skip is reported with its reason, and one that names no case fails", async () => {
    const skips = [
      { id: "time.call-at", reason: "for a reason" },
      { id: "time.gone", reason: "was renamed" },
    ];
    const results = await runCases({ ...asyncSubject, skips });
    expect(results.find(({ id }) => id === "time.call-at")).toEqual({ id: "time.call-at", outcome: "skipped", reason: "for a reason" });
    expect(failuresOf(results)).toMatchObject([{ id: "time.gone", error: { code: "check_failed" } }]);
  });

  test("a case that does not end fails after its time", async () => {
    const cases = [{ id: "hangs", requirement: "Ends.", run: () => new Promise<void>(() => {}) }];
    expect(await runCases(asyncSubject, { cases, timeoutMs: 1 })).toMatchObject([
      { outcome: "failed", error: { message: "no answer after 1 ms" } },
    ]);
  });

  test("each policy that was created is disposed of, also after a failure", async () => {
    let [created, disposed] = [0, 0];
    const subject = {
      ...asyncSubject,
      create: () => {
        created++;
        return { id: "x", decide: () => true };
      },
      dispose: () => void disposed++,
    };
    const cases = policyCases.filter(({ id }) => id === "repeat.other-policy" || id === "answers.examples");
    expect(failuresOf(await runCases(subject, { cases }))).toMatchObject([{ id: "answers.examples" }]);
    expect(created).toBeGreaterThan(0);
    expect(disposed).toBe(created);
  });

  test("a subject that claims to be stateful must have a limit, and needs two kinds of examples", async () => {
    const { limit: _, ...limitless } = spendingSubject();
    const cases = policyCases.filter(({ id }) => id === "limit.holds" || id === "answers.examples");
    const examples = { allow: spendingSubject().examples.allow };
    expect((await runCases({ ...limitless, examples }, { cases })).map(({ outcome }) => outcome)).toEqual(["failed", "failed"]);
  });

  test("the clock of the realm is back after a case, also after one that failed", async () => {
    const Real = Date;
    await runCases(
      spendingSubject("clock", () => ({ id: "x", decide: () => Date.now() % 2 === 0 })),
      {
        cases: policyCases.filter(({ id }) => id === "time.call-at"),
      },
    );
    expect(Date).toBe(Real);
  });
});

describe("the plain check", () => {
  test("is structural", () => {
    expect(() => plainCheck.equal({ a: 1, b: undefined }, { a: 1 }, "the value")).not.toThrow();
    expect(() => plainCheck.equal({ a: 1 }, { a: 2 }, "the value")).toThrow('the value: expected {"a":2}, found {"a":1}');
  });

  test("throws an error that every copy of the package knows", () => {
    expect(() => plainCheck.ok(0, "zero is not enough")).toThrow(CheckFailed);
    expect(CheckFailed.isInstance(new Error("zero is not enough"))).toBe(false);
  });
});
