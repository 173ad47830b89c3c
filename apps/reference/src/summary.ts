import type { Branch, OutcomeKind } from "@acta/branch";
import type { Journal } from "@acta/journal";
import type { CallRow } from "./call-row.js";
import { outcomeKinds } from "./outcome-kinds.js";
import { unsettled } from "./read-entries.js";

/** What a run, or a dry run, comes to. */
export interface Summary {
  readonly calls: number;
  /** Request and response messages in the history; none in a dry run. */
  readonly requests: number;
  readonly responses: number;
  /** Approvals that are waited for. */
  readonly pending: number;
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
  /** Path of the record; null in a dry run, which has none. */
  readonly record: string | null;
  /** Under which the record has the run; null in a dry run. */
  readonly branchId: string | null;
  /** Name of the transaction. */
  readonly transaction: string;
}

export function countOutcomes(rows: readonly CallRow[]): Summary["outcomes"] {
  const count = (kind: OutcomeKind) => rows.filter(({ outcome }) => outcome?.kind === kind).length;
  return Object.fromEntries(outcomeKinds.map((kind) => [kind, count(kind)])) as Record<OutcomeKind, number>;
}

export async function summarize(
  { branch, journal, ...named }: { readonly branch: Branch; readonly journal: Journal } & Pick<Summary, "record" | "transaction">,
  rows: readonly CallRow[],
): Promise<Summary> {
  const count = (kind: string) => branch.messages.messages.filter((message) => message.kind === kind).length;
  return {
    calls: rows.length,
    requests: count("action_request"),
    responses: count("action_response"),
    pending: (await unsettled(journal, { branchId: branch.id, kind: "approval.requested" })).length,
    outcomes: countOutcomes(rows),
    branchId: branch.id,
    ...named,
  };
}
