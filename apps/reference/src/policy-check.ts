import { type Finding, lintPolicy } from "@acta/permissions/lint";
import { type Column, Table } from "./columns.js";
import type { Io } from "./io.js";
import { loadPolicy } from "./load-policy.js";
import { fileSystemOf } from "./places.js";
import type { CheckCommand } from "./policy-command.js";
import { printableJson } from "./printable.js";
import { plural } from "./table-report.js";
import { toolNames } from "./tool-names.js";

/** `policy check`: what in a policy cannot be meant so. 0: nothing; 1: something. */
export async function checkPolicy(command: CheckCommand, io: Io): Promise<number> {
  const fileSystem = await fileSystemOf(command);
  const policy = await loadPolicy(command.file, fileSystem, io.signal);
  const findings = lintPolicy(policy.toJSON(), { fileSystem, tools: toolNames() });
  if (command.json) {
    const print = (value: unknown) => io.stdout.write(`${printableJson(value)}\n`);
    for (const finding of findings) print({ type: "finding", ...finding });
    print({ type: "summary", policy: policy.id, findings: findings.length });
  } else {
    if (findings.length > 0) io.stdout.write(`${new Table(columns, io.stdout).add(findings)}\n`);
    io.stdout.write(`The policy is valid, and its examples hold: ${plural(findings.length, "finding")}.\n`);
  }
  return findings.length > 0 ? 1 : 0;
}

const columns: readonly Column<Finding>[] = [
  { head: "finding", cell: ({ code }) => code, colour: () => "yellow" },
  { head: "rule", cell: ({ rule }) => rule, widest: 40 },
  { head: "because of", cell: ({ other }) => other ?? "-", widest: 40 },
  { head: "what", cell: ({ message }) => message, widest: 400 },
];
