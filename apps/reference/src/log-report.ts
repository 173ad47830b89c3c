import type { LogRow } from "./branch-log.js";
import { type Column, Table } from "./columns.js";
import type { Output } from "./io.js";
import { callLine } from "./json-lines.js";
import { keyOfCall } from "./key-of-call.js";
import { printable, printableJson } from "./printable.js";
import type { Unrecovered } from "./recover-branches.js";
import { countOutcomes, type Summary } from "./summary.js";
import { callColumns, numberColumn } from "./table.js";
import { outcomeTotals, plural } from "./table-report.js";

/** Shows the rows of a log as they come; at the end, how many calls they are, how these ended, and what else there is to say. */
export interface LogReporter {
  add(rows: readonly LogRow[]): void;
  end(more?: RecoveryRest | LogRest): void;
}

/** What a recovery has not ended. */
export interface RecoveryRest {
  /** Branches that a process holds. */
  readonly held: readonly string[];
  /** Calls that wait for an approval. */
  readonly pending: number;
  readonly unrecovered: readonly Unrecovered[];
}

/** What a log has no row of. */
export interface LogRest {
  /** Calls that have not ended, and wait for nobody. */
  readonly open: number;
}

const columns: readonly Column<LogRow>[] = [
  numberColumn,
  { head: "recorded", cell: ({ at }) => isoTime(at) },
  { head: "branch", cell: ({ branchId }) => branchId },
  ...callColumns,
];

function approvalText({ approval }: LogRow): string | null {
  if (approval === null) return null;
  const { decided, by, note } = approval;
  // Of what came too late nobody decided.
  return decided === "expired" ? decided : `${decided} by ${by}${note === null ? "" : `: ${note}`}`;
}

export function logTable(output: Output): LogReporter {
  const table = new Table(columns, output, { below: approvalText });
  const count = counter();
  return {
    add(rows) {
      count.add(rows);
      const lines = table.add(rows);
      if (lines !== "") output.write(lines);
    },
    end(more) {
      output.write(`\n${outcomeTotals(count.summary())}\n`);
      if (more === undefined) return;
      if ("open" in more) {
        if (more.open > 0)
          output.write(`${plural(more.open, "call")} not ended: running still, or left open by a process that died (see recover).\n`);
        return;
      }
      output.write(`${more.pending} waiting for approval.\n`);
      for (const id of more.held) {
        output.write(`Left alone: ${printable(id)}. A process holds this branch, or died holding it; after 30 seconds it is free.\n`);
      }
    },
  };
}

export function logLines(output: Output): LogReporter {
  const count = counter();
  let index = 0;
  const print = (value: unknown) => output.write(`${printableJson(value)}\n`);
  return {
    add(rows) {
      count.add(rows);
      for (const row of rows) {
        const { branchId, sequence, at, approval } = row;
        print({ ...callLine(index++, row), branchId, sequence, at, approval });
      }
    },
    end: (more) => void print({ type: "summary", ...count.summary(), ...more }),
  };
}

/** Counts each call once, by its last row; keeps in mind only the calls that wait, because a log may be followed for long. */
function counter() {
  const outcomes = { ...countOutcomes([]) };
  const waiting = new Set<string>();
  let calls = 0;
  return {
    add(rows: readonly LogRow[]) {
      for (const { outcome, branchId, callId } of rows) {
        const call = keyOfCall(branchId, callId);
        if (waiting.delete(call)) outcomes.escalated -= 1;
        else calls += 1;
        if (outcome === null) continue;
        outcomes[outcome.kind] += 1;
        if (outcome.kind === "escalated") waiting.add(call);
      }
    },
    summary: (): Pick<Summary, "calls" | "outcomes"> => ({ calls, outcomes }),
  };
}

/** As ISO 8601 writes it; `-` for what no calendar has. */
export function isoTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? "-" : date.toISOString();
}
