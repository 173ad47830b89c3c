import type { CallRow } from "./call-row.js";
import type { Output } from "./io.js";
import type { Reporter } from "./reporter.js";
import { table } from "./table.js";
import { plural } from "./table-report.js";

/** The table of what would be decided, and how often. */
export function dryRunReport(output: Output): Reporter {
  const rows: CallRow[] = [];
  return {
    add: (more) => {
      for (const row of more) rows.push(row);
    },
    end: ({ calls }) => {
      const counts = new Map<string, number>();
      for (const { decision, outcome } of rows) {
        const key = outcome?.kind ?? decision?.kind ?? "not decided";
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const parts = Array.from(counts, ([kind, count]) => `${count} ${kind}`);
      output.write(
        `${table(rows, output)}\n${plural(calls, "call")}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.\nDry run: nothing was run or written.\n`,
      );
    },
  };
}
