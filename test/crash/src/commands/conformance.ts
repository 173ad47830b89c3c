import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { runCases as runPolicyCases } from "@acta/governance/conformance";
import { type CaseResult, type JournalSubject, runCases, summaryOf } from "@acta/journal/conformance";
import { Client, escapeIdentifier } from "pg";
import { runControls as runPolicyControls } from "../../../../packages/governance/test/controls.js";
import { asyncSubject, ruleSubject, spendingSubject } from "../../../../packages/governance/test/subjects.js";
import { cedarSubject } from "../../../../packages/governance-cedar/test/cedar-subject.js";
import { runControls } from "../../../../packages/journal/test/controls.js";
import { memorySubject } from "../../../../packages/journal/test/memory-subject.js";
import { PostgresSubject } from "../../../../packages/journal-postgres/test/postgres-subject.js";
import { sqliteSubjects } from "../../../../packages/journal-sqlite/test/subjects.js";
import { underNode22 } from "./under-node-22.js";

/** The kits over every journal and policy of the house: a line for each, the controls of the kits, the sum. */
const results: CaseResult[] = [];
let missing = 0;

function report(name: string, found: readonly CaseResult[]): void {
  results.push(...found);
  console.log(summaryOf(name, found));
  for (const result of found) if (result.outcome === "failed") console.log(`  ${result.id}: ${String(result.error)}`);
}

function skip(name: string, reason: string): void {
  missing++;
  console.log(`SKIPPED ${name}: ${reason}`);
}

const run = async (subject: JournalSubject) => report(subject.name, await runCases(subject));

for (const subject of [memorySubject(), ...sqliteSubjects(tmpdir())]) await run(subject);

const node22 = await underNode22();
if ("missing" in node22) skip(node22.name, node22.missing);
else report(node22.name, node22.results);

const server = process.env.ACTA_TEST_POSTGRES_URL;
if (server === undefined) skip("postgres", "set ACTA_TEST_POSTGRES_URL to the URL of a PostgreSQL that tests may write to");
else {
  const schema = `acta_conformance_${randomUUID()}`;
  await run(new PostgresSubject(schema));
  const client = new Client({ connectionString: server, options: "-c client_min_messages=warning" });
  await client.connect();
  await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`);
  await client.end();
}

for (const subject of [spendingSubject(), ruleSubject, asyncSubject, cedarSubject("deny"), cedarSubject("abstain")]) {
  report(subject.name, await runPolicyCases(subject));
}

const controls = [await runControls(), await runPolicyControls()];
const sumOf = (number: "caught" | "total") => controls.reduce((sum, kit) => sum + kit[number], 0);
for (const missed of controls.flatMap((kit) => kit.missed)) console.log(`  ${missed}`);
console.log(`controls: ${sumOf("caught")} of ${sumOf("total")} caught`);
const count = (outcome: CaseResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
console.log(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped") + missing} skipped`);
process.exitCode = count("failed") > 0 || sumOf("caught") < sumOf("total") ? 1 : 0;
