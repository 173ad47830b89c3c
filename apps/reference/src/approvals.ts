import type { ApprovalRequestedBody } from "@acta/branch";
import type { JsonObject } from "@acta/governance";
import type { Entry, Journal } from "@acta/journal";
import { printable } from "@acta/permissions";
import type { ApprovalsCommand } from "./approval-command.js";
import type { Io, Output } from "./io.js";
import { isoTime } from "./log-report.js";
import { openRecord } from "./open-record.js";
import { printableJson } from "./printable.js";
import { unsettled } from "./read-entries.js";
import { pathOf, placeJson, type RunPlace, recordedPlace } from "./run-place.js";

/** `approvals`: the calls that wait for somebody, whole, because somebody decides by what stands here. No branch is taken for it. */
export async function approvals({ journal: path, json }: ApprovalsCommand, io: Io): Promise<number> {
  const record = openRecord({ kind: "journal", path }, io);
  try {
    const entries = await unsettled(record.journal, { kind: "approval.requested" });
    const places = await placesOf(entries, record.journal);
    const asked = entries.map((entry): Asked => ({ ...entry, place: places.get(entry.branchId) ?? null }));
    if (json) reportLines(asked, io.stdout);
    else reportText(asked, io.now?.() ?? Date.now(), io.stdout);
    return 0;
  } finally {
    await record.close();
  }
}

interface Asked extends Entry {
  /** Null where the record does not say it. */
  readonly place: RunPlace | null;
}

/** By branch. */
async function placesOf(entries: readonly Entry[], journal: Journal): Promise<ReadonlyMap<string, RunPlace | null>> {
  const places = new Map<string, RunPlace | null>();
  for (const branchId of new Set(entries.map((entry) => entry.branchId))) places.set(branchId, await recordedPlace(journal, branchId));
  return places;
}

function reportLines(entries: readonly Asked[], output: Output): void {
  for (const { branchId, at, body, place } of entries) {
    const { approvalId: id, function: tool, decision: _, event: __, ...rest } = body as ApprovalRequestedBody;
    output.write(`${printableJson({ type: "approval", id, branchId, at, tool, ...rest, ...placeJson(place) })}\n`);
  }
  output.write(`${printableJson({ type: "summary", pending: entries.length })}\n`);
}

function reportText(entries: readonly Asked[], now: number, output: Output): void {
  for (const { branchId, at, body, place } of entries) {
    const { approvalId, function: tool, arguments: input, reason, approvers, expiresAt } = body as ApprovalRequestedBody;
    const rest = [
      ["why", reason],
      ["asked", `${isoTime(at)}, in the branch ${branchId}`],
      ["where", whereOf(place)],
      ["who may", approvers?.join(", ") ?? "anybody"],
      ["until", expiresAt === null ? "any time" : `${isoTime(expiresAt)}${expiresAt <= now ? ", which is over" : ""}`],
    ] as const;
    const lines = [toLine("tool", tool), ...argumentLines(input), ...rest.map(([head, text]) => toLine(head, text))];
    output.write(`${printable(approvalId)}\n${lines.join("")}\n`);
  }
  output.write(`${entries.length} waiting for approval.\n`);
}

/** The folder of this machine, and what the log calls it. */
function whereOf(place: RunPlace | null): string {
  if (place === null) return "the record does not say";
  const logRoot = pathOf(place.logRoot);
  return logRoot === null ? place.workspace : `${place.workspace}, which is ${logRoot}`;
}

/** Invisible characters, and such that look like others, are written as `\u{…}`. */
const toLine = (head: string, text: string) => `  ${head.padEnd(9)}  ${printable(text)}\n`;

/** Names are quoted too: a model may have made them up. */
function argumentLines(input: JsonObject): readonly string[] {
  const lines = Object.entries(input).map(([name, value]) => `    ${printable(`${JSON.stringify(name)}: ${JSON.stringify(value)}`)}\n`);
  return lines.length > 0 ? ["  arguments\n", ...lines] : [toLine("arguments", "none")];
}
