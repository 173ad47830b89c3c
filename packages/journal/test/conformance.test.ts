import { describe, expect, test } from "vitest";
import { type CaseResult, CheckFailed, journalCases, plainCheck, runCases, summaryOf } from "../src/conformance.js";
import { runControls } from "./controls.js";
import { memorySubject } from "./memory-subject.js";
import { reportConformance } from "./report.js";
import { storeSubject } from "./store-subject.js";

const failuresOf = (results: readonly CaseResult[]) => results.filter(({ outcome }) => outcome === "failed");

describe("memory", () => {
  const subject = memorySubject();
  const cases = journalCases.filter(({ needs = [] }) => needs.every((need) => subject.capabilities.some((one) => one === need)));
  test.each(cases)("$id: $requirement", async (one) => {
    await expect(one.run(subject, plainCheck)).resolves.toBeUndefined();
  });

  test("skips what it does not claim, and says why", async () => {
    const results = await runCases(subject);
    expect(results.filter(({ outcome }) => outcome === "skipped").map(({ id }) => id)).toEqual(
      journalCases.map(({ id }) => id).filter((id) => /^(durable|shared)\./.test(id)),
    );
    expect(results.find(({ id }) => id === "shared.id")).toEqual({ id: "shared.id", outcome: "skipped", reason: "not shared" });
    expect(summaryOf("memory", results)).toBe(`memory: ${cases.length} passed, 0 failed, ${journalCases.length - cases.length} skipped`);
  });
});

test("a store that outlives its handles passes every case", async () => {
  const results = await runCases(storeSubject("store"));
  expect(failuresOf(results)).toEqual([]);
  expect(summaryOf("store", results)).toBe(`store: ${journalCases.length} passed, 0 failed, 0 skipped`);
});

test("controls: each case finds the journal that was broken for it", async () => {
  const { missed, summary, total } = await runControls();
  expect(missed).toEqual([]);
  expect(total).toBeGreaterThanOrEqual(journalCases.length);
  expect(summary).toBe(`controls: ${total} of ${total} caught`);
});

test("the report ends with the controls and the sum, and says what failed", async () => {
  const lines: string[] = [];
  const deaf = storeSubject("deaf", () => ({ read: () => ({ entries: [], next: null }) }));
  expect(await reportConformance([memorySubject(), deaf], (line) => lines.push(line))).toBe(false);
  expect(lines[0]).toMatch(/^memory: \d+ passed, 0 failed, 11 skipped$/);
  expect(lines[1]).toMatch(/^deaf: \d+ passed, [1-9]\d* failed, 0 skipped$/);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}append\.atomic: what is stored: expected \["e1"\], found \[\]$/));
  expect(lines.at(-2)).toMatch(/^controls: (\d+) of \1 caught$/);
  expect(lines.at(-1)).toMatch(/^\d+ passed, \d+ failed, 11 skipped$/);
});

describe("running cases", () => {
  const [first] = journalCases;

  test("ids are unique and every requirement is a sentence", () => {
    expect(new Set(journalCases.map(({ id }) => id)).size).toBe(journalCases.length);
    expect(journalCases.filter(({ requirement }) => !/^[A-Z`].*\.$/.test(requirement))).toEqual([]);
  });

  test("a skip is reported with its reason", async () => {
    const subject = { ...memorySubject(), skips: [{ id: "append.empty", reason: "for a reason" }] };
    const results = await runCases(subject);
    expect(results.find(({ id }) => id === "append.empty")).toEqual({ id: "append.empty", outcome: "skipped", reason: "for a reason" });
  });

  test("a skip that names no case fails", async () => {
    const results = await runCases({ ...memorySubject(), skips: [{ id: "append.gone", reason: "was renamed" }] });
    expect(failuresOf(results)).toMatchObject([{ id: "append.gone", error: { code: "check_failed" } }]);
  });

  test("a case that does not end fails after its time", async () => {
    const cases = [{ id: "hangs", requirement: "Ends.", run: () => new Promise<void>(() => {}) }];
    const [result] = await runCases(memorySubject(), { cases, timeoutMs: 1 });
    expect(result).toMatchObject({ outcome: "failed", error: { message: "no answer after 1 ms" } });
  });

  test("a subject that throws at open fails its cases and is disposed of", async () => {
    let disposed = 0;
    const subject = {
      ...memorySubject(),
      open: () => {
        throw new Error("no store");
      },
      dispose: () => void disposed++,
    };
    const results = await runCases(subject, { cases: first ? [first] : [] });
    expect(results).toMatchObject([{ outcome: "failed", error: { message: "no store" } }]);
    expect(disposed).toBe(1);
  });

  test("a subject that claims to be durable must be able to reopen", async () => {
    const { name, capabilities, open, dispose } = storeSubject("forgetful");
    const cases = journalCases.filter(({ id }) => id === "durable.ids");
    expect(await runCases({ name, capabilities, open, dispose }, { cases })).toMatchObject([{ outcome: "failed" }]);
  });
});

describe("the plain check", () => {
  test("is structural: keys in any order, undefined as absent, lists in order, types apart", () => {
    const equal = (actual: unknown, expected: unknown) => () => plainCheck.equal(actual, expected, "the value");
    expect(equal({ a: 1, b: [1, { c: null }], d: undefined }, { b: [1, { c: null }], a: 1 })).not.toThrow();
    for (const [one, other] of [
      [
        [1, 2],
        [2, 1],
      ],
      ["1", 1],
      [null, undefined],
      [{ a: null }, {}],
      [[], {}],
      [{}, { a: 1 }],
      ["null", null],
    ]) {
      expect(equal(one, other)).toThrow(CheckFailed);
    }
    expect(equal({ a: 1 }, { a: 2 })).toThrow('the value: expected {"a":2}, found {"a":1}');
  });

  test("throws an error that every copy of the package knows", () => {
    const caught = (() => {
      try {
        plainCheck.ok(0, "zero is not enough");
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(CheckFailed.isInstance(caught)).toBe(true);
    expect(CheckFailed.isInstance(new Error("zero is not enough"))).toBe(false);
  });
});
