import { retry } from "@acta/batch";
import { type AppendResult, type Entry, JournalError, type NewEntry } from "@acta/journal";
import type { ActionResponse } from "@acta/messages";
import { append } from "../append.js";
import { BranchError, RecordLost } from "../branch-error.js";
import { denied, type Outcome } from "../outcome.js";
import type { SettledBody } from "../records.js";
import { after } from "../thenable.js";
import type { Call } from "./call.js";
import { approvalEntry, eventRecord, settledEntry } from "./entries.js";
import type { Settled } from "./settled.js";

/** Waits between the tries to store an end: 25, 100 and 400 ms. */
const patience = { attempts: 4, delayMs: 25, factor: 4 };

/**
 * Stores the end of a call, in one entry, and takes it into the views. Throws `RecordLost` where that cannot be done.
 * A call that nobody stored ends without a record.
 */
export function settle(call: Call, outcome: Outcome): Settled | Promise<Settled> {
  const failed = (error: unknown): never => {
    throw RecordLost.isInstance(error) ? error : lose(call, error);
  };
  try {
    const { proposing } = call.act;
    const recorded = proposing ? proposing.then(() => record(call, outcome)) : record(call, outcome);
    return recorded instanceof Promise ? recorded.catch(failed) : recorded;
  } catch (error) {
    return failed(error);
  }
}

function record(call: Call, outcome: Outcome): Settled | Promise<Settled> {
  const { act, isStored } = call;
  const kept = isStored && act.unproposed ? denied("journal_unavailable", "the journal could not store the request") : outcome;
  return after(eventRecord(call, kept), (event) => {
    if (!isStored || act.unproposed) return { outcome: kept, record: event, response: null };
    const entry = outcome.kind === "escalated" ? approvalEntry(call, outcome, event) : settledEntry(call, outcome, event);
    return after(store(call, entry), (stored) => accept(call, { outcome, record: event, response: null }, stored));
  });
}

function accept(call: Call, own: Settled, stored: AppendResult): Settled {
  switch (stored.kind) {
    case "appended":
      for (const each of stored.entries) call.act.scope.views.fold(each);
      return { outcome: own.outcome, record: own.record, response: responseOf(call) };
    case "settled_already":
      return settledByOther(call, own.outcome, stored.by);
    case "fenced":
      throw new BranchError("branch_taken", "another process has taken the branch");
  }
}

function store(call: Call, entry: NewEntry): AppendResult | Promise<AppendResult> {
  const failed = (error: unknown) => {
    call.act.scope.report({ code: "journal_failed", callId: call.id, error });
    return storeAgain(call, entry, error);
  };
  try {
    const stored = append(call.act.scope, [entry]);
    return stored instanceof Promise ? stored.catch(failed) : stored;
  } catch (error) {
    return failed(error);
  }
}

/** With the same id, so that an append whose answer was lost is no second one. */
async function storeAgain(call: Call, entry: NewEntry, first: unknown): Promise<AppendResult> {
  if (JournalError.isInstance(first) || call.act.scope.lost.error) throw lose(call, first);
  try {
    await new Promise((resolve) => setTimeout(resolve, patience.delayMs));
    return await retry(() => append(call.act.scope, [entry]), { ...patience, when: (error) => !JournalError.isInstance(error) });
  } catch (error) {
    throw lose(call, error);
  }
}

function lose(call: Call, cause: unknown): RecordLost {
  const lost = new RecordLost(call.id, call.event, cause);
  call.act.lose(lost);
  return lost;
}

/** Recovery was faster: its end counts, and what this process found is set aside. */
function settledByOther(call: Call, own: Outcome, by: Entry): Settled {
  const { scope } = call.act;
  scope.report({
    code: "quarantined",
    callId: call.id,
    error: new Error(`the call ended ${own.kind} here, after it was settled elsewhere`),
  });
  if (scope.views.openCalls.has(call.proposal.requestId)) scope.views.fold(by);
  call.event = null;
  call.error = null;
  const { outcome, event } = by.body as SettledBody;
  return { outcome: outcome as unknown as Outcome, record: event, response: responseOf(call) };
}

function responseOf(call: Call): ActionResponse | null {
  return call.act.scope.views.messages.responseTo(call.proposal.requestId) ?? null;
}
