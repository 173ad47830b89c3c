import { describe, expect, test } from "vitest";
import { executorCases, plainCheck, runCases, summaryOf } from "../src/conformance.js";
import { brokenExecutors } from "./broken-executors.js";
import { missedControls } from "./controls.js";
import { closable, inlineSubject, localSubject } from "./local-subject.js";

const plain = executorCases.filter(({ needs = [] }) => needs.length === 0);

describe("inline", () => {
  const subject = inlineSubject();
  test.each(plain.filter(({ id }) => !id.startsWith("close.")))("$id: $requirement", async (one) => {
    await expect(one.run(subject, plainCheck)).resolves.toBeUndefined();
  });

  test("skips what it does not claim, and says why", async () => {
    const results = await runCases(subject);
    const skipped = executorCases.length - plain.length + 2;
    expect(summaryOf("inline", results)).toBe(`inline: ${plain.length - 2} passed, 0 failed, ${skipped} skipped`);
    expect(results.find(({ id }) => id === "stop.endless")).toMatchObject({ reason: "not killable" });
    expect(results.find(({ id }) => id === "close.twice")).toMatchObject({ reason: "there is nothing to close" });
  });
});

test("an executor that can be closed passes what needs no capability", async () => {
  const results = await runCases(localSubject("closable", closable), { cases: plain });
  expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
});

test("controls: each case that needs no capability finds the executor that was broken for it", async () => {
  const subjectOf = (name: string, breaks: Parameters<Parameters<typeof missedControls>[1]>[1]) =>
    localSubject(name, () => breaks(closable()));
  expect(await missedControls(brokenExecutors, subjectOf, (needs) => needs.length === 0)).toEqual([]);
});

test("controls: an executor without a defect is let through", async () => {
  const sound = [{ caughtBy: "answer.value", defect: "has none", breaks: () => ({}) }];
  expect(
    await missedControls(
      sound,
      (name) => localSubject(name, closable),
      () => false,
    ),
  ).toEqual(["answer.value lets an executor through that has none"]);
});

test("ids are unique and every requirement is a sentence", () => {
  expect(new Set(executorCases.map(({ id }) => id)).size).toBe(executorCases.length);
  expect(executorCases.filter(({ requirement }) => !/^[A-Z`].*\.$/.test(requirement))).toEqual([]);
});

describe("running cases", () => {
  test("a skip that names no case fails", async () => {
    const results = await runCases(localSubject("stale", closable, { skips: [{ id: "gone", reason: "was renamed" }] }), { cases: [] });
    expect(results).toMatchObject([{ id: "gone", outcome: "failed", error: { code: "check_failed" } }]);
  });

  test("a case that does not end fails after its time", async () => {
    const cases = [{ id: "hangs", requirement: "Ends.", run: () => new Promise<void>(() => {}) }];
    const [result] = await runCases(inlineSubject(), { cases, timeoutMs: 1 });
    expect(result).toMatchObject({ outcome: "failed", error: { message: "no answer after 1 ms" } });
  });
});
