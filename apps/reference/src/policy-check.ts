import type { PermissionPolicyData } from "@acta/permissions";
import type { Finding } from "@acta/permissions/lint";
import { type Column, Table } from "./columns.js";
import type { Io } from "./io.js";
import { lintRules } from "./lint-rules.js";
import { loadPolicy } from "./load-policy.js";
import { fileSystemOf } from "./places.js";
import type { CheckCommand } from "./policy-command.js";
import { printableJson } from "./printable.js";
import { plural } from "./table-report.js";

/** `policy check`: what in a policy cannot be meant so. 0: nothing; 1: something. */
export async function checkPolicy(command: CheckCommand, io: Io): Promise<number> {
  const fileSystem = await fileSystemOf(command);
  const policy = await loadPolicy(command.file, fileSystem, io.signal);
  const findings = lintRules(policy, fileSystem);
  const examples = countExamples(policy.toJSON());
  if (command.json) {
    const print = (value: unknown) => io.stdout.write(`${printableJson(value)}\n`);
    for (const finding of findings) print({ type: "finding", ...finding });
    print({ type: "summary", policy: policy.id, examples, findings: findings.length });
  } else {
    if (findings.length > 0) io.stdout.write(`${new Table(columns, io.stdout).add(findings)}\n`);
    io.stdout.write(`The policy is valid, and ${held(examples)}: ${plural(findings.length, "finding")}.\n`);
  }
  return findings.length > 0 ? 1 : 0;
}

/** They have been checked: a policy with one that does not hold is none. */
function held(examples: number): string {
  if (examples === 0) return "has no examples";
  return `its ${plural(examples, "example")} ${examples === 1 ? "holds" : "hold"}`;
}

function countExamples({ deny, allow, escalate }: PermissionPolicyData): number {
  const rules = [deny, allow, escalate].flatMap((table) => Object.values(table ?? {}).flat());
  return rules.reduce((count, rule) => count + (typeof rule === "string" ? 0 : (rule.examples?.length ?? 0)), 0);
}

const columns: readonly Column<Finding>[] = [
  { head: "finding", cell: ({ code }) => code, colour: () => "yellow" },
  { head: "rule", cell: ({ rule }) => rule, widest: 40 },
  { head: "because of", cell: ({ other }) => other ?? "-", widest: 40 },
  { head: "what", cell: ({ message }) => message, widest: 400 },
];
