import type { Examination, Repair } from "@acta/messages/doctor";
import type { Output } from "./io.js";
import { printable, printableJson } from "./printable.js";
import { plural } from "./table-report.js";

type Finding = Examination["findings"][number];

export interface Diagnosis {
  /** `faulty`: something is left as it was. */
  readonly state: "healthy" | "repaired" | "faulty";
  /** How many the history had. */
  readonly messages: number;
  readonly findings: readonly Finding[];
  readonly pending: readonly string[];
  readonly added: Repair["added"];
  readonly removed: Repair["removed"];
  /** Where the repair is; null where nothing was stored. */
  readonly stored: string | null;
  /** What there is to say about what was left; null where nothing was. */
  readonly left: string | null;
}

const meanings: Readonly<Record<Finding["code"], string>> = {
  repeated_message: "stands there again; the later one goes",
  conflicting_message: "has the id of another message; the later one goes",
  missing_request: "is a response without its request, which is written again",
  second_response: "is a second response to its request; it goes",
  missing_response: "is a request that nobody answered; it is answered with an error",
  wrong_link: "does not name its response; it does then",
  mismatched_response: "is not under the function and id of its request; it is then",
  misplaced_response: "is not where its turn is answered; it is moved there",
};

export function report(diagnosis: Diagnosis, json: boolean, output: Output): void {
  if (json) reportLines(diagnosis, output);
  else reportText(diagnosis, output);
}

/** What was taken out is there whole, so that nothing is lost. */
function reportLines({ findings, added, removed, ...rest }: Diagnosis, output: Output): void {
  const print = (value: unknown) => output.write(`${printableJson(value)}\n`);
  for (const finding of findings) print({ type: "finding", ...finding });
  for (const message of added) print({ type: "added", message });
  for (const message of removed) print({ type: "removed", message });
  const { state, messages, pending, stored, left } = rest;
  print({
    type: "summary",
    state,
    messages,
    findings: findings.length,
    added: added.length,
    removed: removed.length,
    pending,
    stored,
    left,
  });
}

function reportText({ state, messages, findings, pending, stored, left }: Diagnosis, output: Output): void {
  for (const { code, messageId, index } of findings) {
    output.write(`Message ${index + 1}, ${printable(messageId)}, ${meanings[code]} (${code}).\n`);
  }
  output.write(`${plural(messages, "message")}, ${plural(findings.length, "fault")}, ${pending.length} waiting for approval: ${state}.\n`);
  if (stored !== null) output.write(`Stored: ${printable(stored)}\n`);
  if (left !== null) output.write(`${printable(left)}\n`);
}
