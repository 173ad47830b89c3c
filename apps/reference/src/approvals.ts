import type { ApprovalRequestedBody } from "@acta/branch";
import type { JsonObject } from "@acta/governance";
import type { Entry } from "@acta/journal";
import { printable } from "@acta/permissions";
import type { ApprovalsCommand } from "./approval-command.js";
import type { Io, Output } from "./io.js";
import { isoTime } from "./log-report.js";
import { openRecord } from "./open-record.js";
import { printableJson } from "./printable.js";
import { unsettled } from "./read-entries.js";

/** `approvals`: the calls that wait for somebody, whole, because somebody decides by what stands here. No branch is taken for it. */
export async function approvals({ journal: path, json }: ApprovalsCommand, io: Io): Promise<number> {
  const record = openRecord({ kind: "journal", path }, io);
  try {
    const entries = await unsettled(record.journal, { kind: "approval.requested" });
    if (json) reportLines(entries, io.stdout);
    else reportText(entries, io.now?.() ?? Date.now(), io.stdout);
    return 0;
  } finally {
    await record.close();
  }
}

function reportLines(entries: readonly Entry[], output: Output): void {
  for (const { branchId, at, body } of entries) {
    const { approvalId: id, function: tool, decision: _, event: __, ...rest } = body as ApprovalRequestedBody;
    output.write(`${printableJson({ type: "approval", id, branchId, at, tool, ...rest })}\n`);
  }
  output.write(`${printableJson({ type: "summary", pending: entries.length })}\n`);
}

function reportText(entries: readonly Entry[], now: number, output: Output): void {
  for (const { branchId, at, body } of entries) {
    const { approvalId, function: tool, arguments: input, reason, approvers, expiresAt } = body as ApprovalRequestedBody;
    const rest = [
      ["why", reason],
      ["asked", `${isoTime(at)}, in the branch ${branchId}`],
      ["who may", approvers?.join(", ") ?? "anybody"],
      ["until", expiresAt === null ? "any time" : `${isoTime(expiresAt)}${expiresAt <= now ? ", which is over" : ""}`],
    ] as const;
    const lines = [toLine("tool", tool), ...argumentLines(input), ...rest.map(([head, text]) => toLine(head, text))];
    output.write(`${printable(approvalId)}\n${lines.join("")}\n`);
  }
  output.write(`${entries.length} waiting for approval.\n`);
}

/** Invisible characters, and such that look like others, are written as `\u{…}`. */
const toLine = (head: string, text: string) => `  ${head.padEnd(9)}  ${printable(text)}\n`;

/** Names are quoted too: a model may have made them up. */
function argumentLines(input: JsonObject): readonly string[] {
  const lines = Object.entries(input).map(([name, value]) => `    ${printable(`${JSON.stringify(name)}: ${JSON.stringify(value)}`)}\n`);
  return lines.length > 0 ? ["  arguments\n", ...lines] : [toLine("arguments", "none")];
}
