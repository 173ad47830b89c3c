import { styleText } from "node:util";
import type { OutcomeKind } from "@acta/branch";
import type { Json } from "@acta/governance";
import type { CallRow } from "./call-row.js";
import type { Output } from "./io.js";
import { printable } from "./printable.js";

/** Columns whose content may be long, with the width to which it is cut. */
const widest = { tool: 20, call: 34, rule: 24, result: 200 };
const defaultWidth = 160;
const narrowestResult = 20;

const heads = ["#", "tool", "call", "decision", "rule", "outcome", "time", "result"];
const timeColumn = heads.indexOf("time");
const outcomeColumn = heads.indexOf("outcome");

const colours: Readonly<Record<OutcomeKind, "green" | "red" | "yellow" | "gray">> = {
  succeeded: "green",
  failed: "red",
  rejected: "red",
  denied: "red",
  escalated: "yellow",
  deferred: "yellow",
  cancelled: "yellow",
  timed_out: "red",
  ambiguous: "red",
  skipped: "gray",
};

/** A line for each call. Whatever came from the transcript is made safe to print, and cut. */
export function table(rows: readonly CallRow[], output: Output): string {
  const cells = rows.map(cellsOf);
  const widths = heads.map((head, column) => cells.reduce((widest, row) => Math.max(widest, length(row[column] ?? "")), head.length));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const forResult = Math.max(narrowestResult, (output.columns ?? defaultWidth) - before);
  const line = (row: readonly string[], kind?: OutcomeKind) =>
    row
      .map((cell, column) => {
        if (column === row.length - 1) return cut(cell, forResult);
        const padded = pad(cell, widths[column] ?? 0, column === 0 || column === timeColumn);
        return kind !== undefined && column === outcomeColumn ? paint(padded, kind, output) : padded;
      })
      .join("  ")
      .trimEnd();
  return [line(heads), ...cells.map((row, index) => line(row, rows[index]?.outcome?.kind))].map((text) => `${text}\n`).join("");
}

function cellsOf({ function: name, arguments: asked, decision, outcome, output, durationMs }: CallRow, index: number): readonly string[] {
  return [
    String(index + 1),
    safe(name, widest.tool),
    safe(gist(asked), widest.call),
    decision?.kind ?? "-",
    safe(decision?.rule ?? "-", widest.rule),
    outcome?.kind ?? "-",
    time(durationMs),
    safe(outcome?.kind === "succeeded" ? toText(output) : (outcome?.error.message ?? ""), widest.result),
  ];
}

/** The one argument that says most, else all of them. */
function gist(asked: Json): string {
  if (typeof asked === "string") return asked;
  if (asked === null || typeof asked !== "object" || Array.isArray(asked)) return JSON.stringify(asked);
  const values = asked as { readonly [key: string]: Json | undefined };
  const telling = [values.command, values.file_path, values.pattern, values.path].find((value) => typeof value === "string");
  return typeof telling === "string" ? telling : JSON.stringify(asked);
}

const toText = (value: Json) => (typeof value === "string" ? value.replace(/\s+/g, " ").trim() : JSON.stringify(value));

function time(milliseconds: number): string {
  if (milliseconds === 0) return "-";
  return milliseconds < 1 ? "<1 ms" : `${Math.round(milliseconds)} ms`;
}

/** Cut before it is escaped, because it may be large, and after, because that makes it longer. */
const safe = (text: string, width: number) => cut(printable(text.slice(0, 2 * width)), width);

const length = (text: string) => [...text].length;

function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length > width ? `${characters.slice(0, width - 1).join("")}…` : text;
}

function pad(text: string, width: number, toTheRight: boolean): string {
  const space = " ".repeat(Math.max(width - length(text), 0));
  return toTheRight ? space + text : text + space;
}

function paint(text: string, kind: OutcomeKind, output: Output): string {
  return output.isTTY && !process.env.NO_COLOR ? styleText(colours[kind], text, { validateStream: false }) : text;
}
