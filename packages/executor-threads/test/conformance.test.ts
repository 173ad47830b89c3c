import { type ExecutorSubject, executorCases, plainCheck } from "@acta/actions/conformance";
import { afterAll, describe, expect, test, vi } from "vitest";
import { missedControls } from "../../actions/test/controls.js";
import { brokenThreads } from "./broken-threads.js";
import { kitModule } from "./kit-module.js";
import { threadsSubject } from "./threads-subject.js";

const kit = await kitModule();
afterAll(() => kit.remove());

vi.setConfig({ testTimeout: 30_000 });

const casesOf = ({ capabilities }: ExecutorSubject) =>
  executorCases.filter(({ needs = [] }) => needs.every((need) => capabilities.some((one) => one === need)));

describe.each([threadsSubject("threads", kit), threadsSubject("processes", kit, { processes: true })])("$name", (subject) => {
  test.each(casesOf(subject))("$id: $requirement", async (one) => {
    await expect(one.run(subject, plainCheck)).resolves.toBeUndefined();
  });
});

/** What these change is how calls and threads end. */
describe.each([
  threadsSubject("threads that are used once", kit, { reuse: false }),
  threadsSubject("threads with a grace", kit, { graceMs: 20 }),
])("$name", (subject) => {
  test.each(casesOf(subject).filter(({ id }) => /^(stop|crash|close)\./.test(id)))("$id: $requirement", async (one) => {
    await expect(one.run(subject, plainCheck)).resolves.toBeUndefined();
  });
});

test("controls: each case that needs a capability finds the executor that was broken for it", async () => {
  const missed = await missedControls(
    brokenThreads,
    (name, breaks) => threadsSubject(name, kit, { processes: name.includes("JSON") || name.includes("code") }, breaks),
    (needs) => needs.length > 0,
  );
  expect(missed).toEqual([]);
});
