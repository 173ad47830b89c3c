import { policyCases, runCases, summaryOf } from "@acta/governance/conformance";
import { expect, test } from "vitest";
import { CedarPolicy } from "../src/index.js";
import { cedarSubject } from "./cedar-subject.js";

test.each([cedarSubject("deny"), cedarSubject("abstain")])("$name passes the kit", async (subject) => {
  const results = await runCases(subject);
  expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  const stateful = policyCases.filter(({ needs = [] }) => needs.includes("stateful")).length;
  expect(summaryOf("cedar", results)).toBe(`cedar: ${policyCases.length - stateful} passed, 0 failed, ${stateful} skipped`);
});

test("control: policies that permit everything do not answer the examples", async () => {
  const subject = { ...cedarSubject(), create: () => new CedarPolicy({ policies: "permit(principal, action, resource);" }) };
  const failed = (await runCases(subject)).filter(({ outcome }) => outcome === "failed");
  expect(failed.map(({ id }) => id)).toContain("answers.examples");
});
