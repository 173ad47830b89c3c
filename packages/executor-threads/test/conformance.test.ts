import { executorCases, plainCheck } from "@acta/actions/conformance";
import { afterAll, describe, expect, test } from "vitest";
import { missedControls } from "../../actions/test/controls.js";
import { brokenThreads } from "./broken-threads.js";
import { kitModule } from "./kit-module.js";
import { threadsSubject } from "./threads-subject.js";

const kit = await kitModule();
afterAll(() => kit.remove());

const subjects = [
  threadsSubject("threads", kit),
  threadsSubject("threads that are used once", kit, { reuse: false }),
  threadsSubject("threads with a grace", kit, { graceMs: 20 }),
  threadsSubject("processes", kit, { processes: true }),
];

describe.each(subjects)("$name", (subject) => {
  const cases = executorCases.filter(({ needs = [] }) => needs.every((need) => subject.capabilities.some((one) => one === need)));
  test.each(cases)("$id: $requirement", async (one) => {
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
