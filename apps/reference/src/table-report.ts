import type { CallRow } from "./call-row.js";
import type { Output } from "./io.js";
import { outcomeKinds } from "./outcome-kinds.js";
import { printable } from "./printable.js";
import type { Reporter } from "./reporter.js";
import type { Summary } from "./summary.js";
import { table } from "./table.js";

/** The table of all calls, totals, and where the record lies. */
export function tableReport(output: Output, workspace: string): Reporter {
  const rows: CallRow[] = [];
  return {
    add: (more) => {
      for (const row of more) rows.push(row);
    },
    end: (summary) => {
      output.write(`${table(rows, output)}\n${totals(summary)}\n`);
      if (summary.record === null) return;
      output.write(
        `Workspace: ${printable(workspace)}\nRecord: ${printable(summary.record)}\nBranch: ${printable(summary.branchId ?? "-")}\n`,
      );
    },
  };
}

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** How many calls there were, and how many had which outcome. */
export function outcomeTotals({ calls, outcomes }: Pick<Summary, "calls" | "outcomes">): string {
  const parts = outcomeKinds.flatMap((kind) => (outcomes[kind] > 0 ? [`${outcomes[kind]} ${kind}`] : []));
  const ends = parts.length > 0 ? `: ${parts.join(", ")}` : "";
  return `${plural(calls, "call")}${ends}.`;
}

function totals(summary: Summary): string {
  const { requests, responses, pending } = summary;
  return `${outcomeTotals(summary)}\n${plural(requests, "request")}, ${plural(responses, "response")}, ${pending} waiting for approval.`;
}
