import { retry } from "@acta/batch";
import type { Json } from "@acta/governance";
import { type AppendResult, type Entry, JournalError, type NewEntry } from "@acta/journal";
import type { ActionResponse } from "@acta/messages";
import { append } from "../append.js";
import { branchTaken, RecordLost } from "../branch-error.js";
import { denied, type Outcome } from "../outcome.js";
import type { SettledBody } from "../records.js";
import { isThenable } from "../thenable.js";
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
  try {
    const recorded = call.act.proposing ? recordLater(call, outcome) : record(call, outcome);
    return recorded instanceof Promise ? recorded.catch((error) => fail(call, error)) : recorded;
  } catch (error) {
    return fail(call, error);
  }
}

function fail(call: Call, error: unknown): never {
  throw RecordLost.isInstance(error) ? error : lose(call, error);
}

async function recordLater(call: Call, outcome: Outcome): Promise<Settled> {
  await call.act.proposing;
  return record(call, outcome);
}

function record(call: Call, outcome: Outcome): Settled | Promise<Settled> {
  const { isStored, act } = call;
  const kept = isStored && act.unproposed ? denied("journal_unavailable", "the journal could not store the request") : outcome;
  const event = eventRecord(call, kept);
  return isThenable(event) ? event.then((late) => storeEnd(call, kept, late)) : storeEnd(call, kept, event);
}

function storeEnd(call: Call, outcome: Outcome, record: Json): Settled | Promise<Settled> {
  if (!call.isStored || call.act.unproposed) return { outcome, record, response: null };
  const stored =
    outcome.kind === "escalated"
      ? approvalEntry(call, outcome, record).then((entry) => store(call, entry))
      : store(call, settledEntry(call, outcome, record));
  return isThenable(stored) ? stored.then((late) => accept(call, outcome, record, late)) : accept(call, outcome, record, stored);
}

function accept(call: Call, outcome: Outcome, record: Json, stored: AppendResult): Settled {
  switch (stored.kind) {
    case "appended": {
      const [entry] = stored.entries;
      const added = entry && call.act.scope.views.fold(entry);
      return { outcome, record, response: added?.kind === "action_response" ? added : responseOf(call) };
    }
    case "settled_already":
      return settledByOther(call, outcome, stored.by);
    case "fenced":
      throw branchTaken(call.act.scope.branchId);
  }
}

/** Tries again with the same id, so that an append whose answer was lost is no second one. Throws `RecordLost`. */
export function store(call: Call, entry: NewEntry): AppendResult | Promise<AppendResult> {
  try {
    const stored = append(call.act.scope, [entry]);
    return isThenable(stored) ? stored.catch((error) => storeAgain(call, entry, error)) : stored;
  } catch (error) {
    return storeAgain(call, entry, error);
  }
}

async function storeAgain(call: Call, entry: NewEntry, first: unknown): Promise<AppendResult> {
  call.act.scope.report({ code: "journal_failed", callId: call.id, error: first });
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
