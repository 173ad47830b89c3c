import type { Entry, Journal } from "@acta/journal";
import type { Message } from "@acta/messages";
import { faultOfBody } from "./body-shapes.js";
import { BranchError } from "./branch-error.js";
import { readPages } from "./read-pages.js";
import { RecordOrder } from "./record-order.js";
import type { ProposedBody } from "./records.js";
import type { BranchViews } from "./views.js";

/**
 * Reads what a journal has of a branch into empty views. Throws `invalid_journal` for a record that no branch has written, and names the
 * sequence at which it ceases to be one: a history with a hole looks like any other. What `journal.read` throws passes through.
 */
export async function readRecord(
  journal: Journal,
  branchId: string,
  views: BranchViews,
  options: { readonly isForgetful?: boolean | undefined } = {},
): Promise<void> {
  for await (const _ of foldPages(journal, branchId, views, options.isForgetful ?? false));
}

/** Reads every message, in the order of the history, and keeps no more of them than it must. Throws as `readRecord` does. */
export async function* readHistory(journal: Journal, branchId: string, views: BranchViews): AsyncGenerator<Message, void, void> {
  for await (const _ of foldPages(journal, branchId, views, true)) yield* views.forgetEnded();
  yield* views.messages.messages;
}

/** Yields after each page. */
async function* foldPages(journal: Journal, branchId: string, views: BranchViews, isForgetful: boolean): AsyncGenerator<void, void, void> {
  const order = new RecordOrder(branchId, isForgetful);
  let sequence = 0;
  const invalid = (what: string, options?: ErrorOptions) =>
    new BranchError("invalid_journal", `the record of the branch ${branchId} is invalid at sequence ${sequence}: ${what}`, options);

  const take = (given: Entry) => {
    let fault: string | undefined;
    try {
      const entry = copy(given);
      fault = order.faultOf(entry) ?? faultOfBody(entry.kind, entry.body) ?? order.faultOfCall(entry);
      if (fault === undefined) {
        views.fold(entry);
        fault = faultOfRequest(entry, views);
      }
    } catch (cause) {
      throw invalid("the entry cannot be read, or does not fit into the history", { cause });
    }
    if (fault !== undefined) throw invalid(fault);
  };

  for await (const { entries, next } of readPages((after) => journal.read(branchId, { after }))) {
    for (const given of entries) {
      sequence++;
      take(given);
    }
    if (next !== null && next !== sequence) throw invalid(`the next page begins after ${next}`);
    yield;
  }
}

/** Read once: what was checked is what is folded. */
function copy({ id, kind, at, opens, settles, body, branchId, sequence }: Entry): Entry {
  return { id, kind, at, opens, settles, body, branchId, sequence };
}

/** A call answers a request, and no other message. */
function faultOfRequest({ kind, body }: Entry, views: BranchViews): string | undefined {
  if (kind !== "call.proposed") return undefined;
  const { requestId } = body as ProposedBody;
  return views.messages.get(requestId)?.kind === "action_request" ? undefined : `the message ${requestId} is no request`;
}
