import type { ApprovalDecidedBody, ApprovalRequestedBody, ProposedBody, SettledBody } from "@acta/branch";
import type { Entry, Journal } from "@acta/journal";
import { type CallRow, endOf, proposedRow, waitingOf } from "./call-row.js";
import { pagesAfter } from "./read-entries.js";

/** How a call ended, or that it waits for an approval; and when that was recorded. */
export interface LogRow extends CallRow {
  readonly branchId: string;
  /** Of the entry. */
  readonly sequence: number;
  /** Wall clock, milliseconds. */
  readonly at: number;
  /** What was decided of the approval that the call waited for, since its last row; null: nothing. */
  readonly approval: DecidedApproval | null;
}

export interface DecidedApproval {
  readonly id: string;
  readonly decided: ApprovalDecidedBody["reason"];
  /** As whoever vouched for it said; `expiry` where nobody decided in time. */
  readonly by: string;
  readonly note: string | null;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

interface OpenRow extends CallRow {
  readonly approval: DecidedApproval | null;
}

/** What the record of one branch says of the ends of calls, read as far as it goes each time. */
export class BranchLog {
  readonly #journal: Journal;
  readonly #branchId: string;
  readonly #calls: ReadonlySet<string> | undefined;
  /** Calls that have not ended. */
  readonly #open = new Map<string, OpenRow>();
  #sequence = 0;

  /** @param calls the ids of those that count; default: all */
  constructor(journal: Journal, branchId: string, calls?: ReadonlySet<string>) {
    this.#journal = journal;
    this.#branchId = branchId;
    this.#calls = calls;
  }

  /** The rows since the last time, in the order of the record. */
  async next(): Promise<readonly LogRow[]> {
    const rows: LogRow[] = [];
    for await (const entries of pagesAfter(this.#journal, this.#branchId, this.#sequence, this.#calls)) {
      for (const entry of entries) {
        this.#sequence = entry.sequence;
        const row = this.#rowOf(entry);
        if (row !== null) rows.push(row);
      }
    }
    return rows;
  }

  #rowOf(entry: Entry): LogRow | null {
    switch (entry.kind) {
      case "call.proposed": {
        const body = entry.body as ProposedBody;
        this.#open.set(body.callId, { ...proposedRow(body), approval: null });
        return null;
      }
      case "approval.requested": {
        const { callId } = entry.body as ApprovalRequestedBody;
        const row = this.#ended(entry, callId, waitingOf(entry.body as ApprovalRequestedBody));
        this.#decided(callId, null);
        return row;
      }
      case "approval.decided":
        this.#decided((entry.body as ApprovalDecidedBody).callId, decidedOf(entry));
        return null;
      case "call.settled": {
        const { callId } = entry.body as SettledBody;
        const row = this.#ended(entry, callId, endOf(entry.body as SettledBody));
        this.#open.delete(callId);
        return row;
      }
      default:
        return null;
    }
  }

  #decided(callId: string, approval: DecidedApproval | null): void {
    const row = this.#open.get(callId);
    if (row !== undefined) this.#open.set(callId, { ...row, approval });
  }

  #ended({ branchId, sequence, at }: Entry, callId: string, end: Partial<CallRow>): LogRow | null {
    const row = this.#open.get(callId);
    return row === undefined ? null : { ...row, ...end, branchId, sequence, at };
  }
}

function decidedOf({ at, body }: Entry): DecidedApproval {
  const { approvalId: id, reason: decided, by, note } = body as ApprovalDecidedBody;
  return { id, decided, by, note, at };
}

/** Rows of several branches by time. Those of one branch keep their order, whatever its clock did. */
export function inOrder(branches: readonly (readonly LogRow[])[]): readonly LogRow[] {
  const timed = branches.flatMap((rows) => {
    let latest = Number.NEGATIVE_INFINITY;
    return rows.map((row) => {
      latest = Math.max(latest, row.at);
      return { row, latest };
    });
  });
  return timed.sort((one, other) => one.latest - other.latest).map(({ row }) => row);
}
