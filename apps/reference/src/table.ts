import type { OutcomeKind } from "@acta/branch";
import type { Json } from "@acta/governance";
import type { CallRow } from "./call-row.js";
import { type Column, Table } from "./columns.js";
import { givenArguments } from "./given-arguments.js";
import type { Output } from "./io.js";

const colours = {
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
} as const satisfies Readonly<Record<OutcomeKind, string>>;

export const numberColumn: Column<CallRow> = { head: "#", toTheRight: true, cell: (_, index) => String(index + 1) };

/** What there is to say about one call. Much of it came from the transcript, and may be long. */
export const callColumns: readonly Column<CallRow>[] = [
  { head: "tool", widest: 20, cell: ({ function: name }) => name },
  { head: "call", widest: 34, cell: ({ arguments: asked }) => gist(asked) },
  { head: "decision", cell: ({ decision }) => decision?.kind ?? "-" },
  { head: "rule", widest: 24, cell: ({ decision }) => decision?.rule ?? "-" },
  {
    head: "outcome",
    cell: ({ outcome }) => outcome?.kind ?? "-",
    colour: ({ outcome }) => (outcome === null ? null : colours[outcome.kind]),
  },
  { head: "time", toTheRight: true, cell: ({ durationMs }) => time(durationMs) },
  {
    head: "result",
    widest: 200,
    cell: (row) => (row.outcome?.kind === "succeeded" ? toText(row.output) : whyNot(row)),
  },
];

/** Why a call failed; where it was only decided about, as in a dry run, why it would be denied or wait. */
function whyNot({ outcome, decision }: CallRow): string {
  if (outcome !== null) return outcome.error?.message ?? "";
  return decision === null || decision.kind === "allow" ? "" : (decision.reason ?? "");
}

/** A line for each call. */
export function table(rows: readonly CallRow[], output: Output): string {
  return new Table([numberColumn, ...callColumns], output).add(rows);
}

/** The one argument that says most, else all of them. */
export function gist(asked: Json): string {
  const given = givenArguments(asked);
  if (typeof given === "string") return given;
  if (given === null || typeof given !== "object" || Array.isArray(given)) return JSON.stringify(given);
  const values = given as { readonly [key: string]: Json | undefined };
  const telling = [values.command, values.file_path, values.pattern, values.path].find((value) => typeof value === "string");
  return typeof telling === "string" ? telling : JSON.stringify(given);
}

/** A value on one line. */
export const toText = (value: Json) => (typeof value === "string" ? value.replace(/\s+/g, " ").trim() : JSON.stringify(value));

function time(milliseconds: number): string {
  if (milliseconds === 0) return "-";
  return milliseconds < 1 ? "<1 ms" : `${Math.round(milliseconds)} ms`;
}
