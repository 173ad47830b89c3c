// Tries the policy with the kit of the contract. `node conformance.js FILE` tries what the `createPolicy` of another file makes.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runCases, summaryOf } from "@acta/governance/conformance";
import { subjectOf } from "./subject.js";

const file = resolve(process.argv[2] ?? "spending-limit.js");
const { createPolicy } = await import(pathToFileURL(file).href);
const results = await runCases(subjectOf("spending limit", () => createPolicy({ centsPerHour: 300 })));
for (const result of results) {
  if (result.outcome === "failed") console.log(`  ${result.id}: ${result.error?.message ?? result.error}`);
  if (result.outcome === "skipped") console.log(`  ${result.id} skipped: ${result.reason}`);
}
console.log(summaryOf("spending limit", results).replace(/^[^:]*: /, ""));
process.exitCode = results.some(({ outcome }) => outcome === "failed") ? 1 : 0;
