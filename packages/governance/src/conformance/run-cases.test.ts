import { describe, expect, test } from "vitest";
import { createCallContext } from "../call-context.js";
import { plainCheck } from "./check.js";
import { policyCases } from "./policy-cases.js";
import { reasonToSkip, runCases } from "./run-cases.js";
import type { PolicySubject } from "./subject.js";

const subject: PolicySubject = {
  name: "stateless",
  create: () => ({ id: "p", version: "1", decide: (call) => call.function === "yes" }),
  examples: {
    allow: () => createCallContext({ function: "yes", arguments: {} }),
    deny: () => createCallContext({ function: "no", arguments: {} }),
  },
  capabilities: [],
};

describe("cases that somebody runs with a runner of their own", () => {
  test.each(policyCases.filter((one) => reasonToSkip(one, subject) === undefined))("$id", async (one) => {
    await one.run(subject, plainCheck);
  });

  test("leave out what the subject does not claim, and say so", async () => {
    const results = await runCases(subject);
    const skipped = results.flatMap((result) => (result.outcome === "skipped" ? [result.id] : []));
    expect(skipped).toEqual(policyCases.filter((one) => reasonToSkip(one, subject)).map(({ id }) => id));
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });
});

test.each([undefined, null, { name: "none" }, { capabilities: "all" }])(
  "%j is no subject, which is a failure and no crash",
  async (junk) => {
    expect(await runCases(junk as never)).toMatchObject([
      { id: "subject", outcome: "failed", error: { message: expect.stringContaining("capabilities") } },
    ]);
  },
);
