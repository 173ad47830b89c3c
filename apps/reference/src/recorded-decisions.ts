import type { ApprovalRequestedBody, IntendedBody, ProposedBody, SettledBody } from "@acta/branch";
import type { CallContext, Decision, Effect, Json } from "@acta/governance";
import type { RecordedCall } from "@acta/governance/simulate";
import type { Entry } from "@acta/journal";
import type { OpenRecord } from "./open-record.js";
import { pagesAfter } from "./read-entries.js";

/**
 * The calls of a record that policies were asked about, each once, with what they said last; but an escalation stays one when somebody has
 * approved it. Keeps the calls of one branch in memory that have not ended.
 */
export async function* recordedDecisions({ journal, branches }: OpenRecord): AsyncGenerator<RecordedCall> {
  for (const branchId of branches()) {
    const open = new Map<string, Judged>();
    for await (const entries of pagesAfter(journal, branchId, 0)) {
      for (const entry of entries) {
        const callId = take(entry, open);
        if (callId === null || entry.kind !== "call.settled") continue;
        yield* recorded(callId, branchId, open);
        open.delete(callId);
      }
    }
    for (const callId of open.keys()) yield* recorded(callId, branchId, open);
  }
}

/** A call as policies were asked about it. */
interface Judged {
  readonly function: string;
  readonly arguments: Json;
  readonly attempt: number;
  /** Null: nothing was about to run, so that the record does not say it. */
  readonly effect: string | null;
  /** Wall clock, milliseconds. */
  readonly at: number;
  readonly batch: ProposedBody["batch"];
  readonly parentCallId: string | null;
  /** Null: nobody was asked. */
  readonly decision: Json;
}

/** Whatever the record holds is handed on: who reads it judges whether it is a call with a decision. */
function* recorded(callId: string, branchId: string, calls: ReadonlyMap<string, Judged>): Generator<RecordedCall> {
  const { decision = null, effect = null, ...judged } = calls.get(callId) ?? {};
  if (decision === null) return;
  const call = { ...judged, callId, branchId, effect: (effect ?? "unsafe") as Effect } as unknown as CallContext;
  yield { call, decision: decision as unknown as Decision };
}

/** Takes an entry into the calls; the id of the call that it is about, or null. */
function take({ kind, at, body }: Entry, calls: Map<string, Judged>): string | null {
  switch (kind) {
    case "call.proposed": {
      const { callId, function: name, arguments: asked, batch, parentCallId } = body as ProposedBody;
      calls.set(callId, { function: name, arguments: asked, batch, parentCallId, attempt: 1, effect: null, at, decision: null });
      return callId;
    }
    case "call.intended": {
      const { callId, arguments: input, attempt, effect, decision } = body as IntendedBody;
      return judge(calls, callId, { arguments: input, attempt, effect, decision, at });
    }
    case "approval.requested": {
      const { callId, arguments: input, attempt, decision } = body as ApprovalRequestedBody;
      return judge(calls, callId, { arguments: input, attempt, decision, at });
    }
    case "call.settled": {
      const { callId, attempt, decision, event } = body as SettledBody;
      return judge(calls, callId, { arguments: (event as { readonly arguments: Json }).arguments, attempt, decision, at });
    }
    default:
      return null;
  }
}

function judge(
  calls: Map<string, Judged>,
  callId: string,
  said: Pick<Judged, "arguments" | "attempt" | "decision" | "at"> & Partial<Judged>,
) {
  const known = calls.get(callId);
  if (known === undefined) return null;
  const { effect = known.effect } = said;
  calls.set(callId, isEscalation(known.decision) || said.decision === null ? { ...known, effect } : { ...known, ...said, effect });
  return callId;
}

const isEscalation = (decision: Json) => (decision as { readonly kind?: Json } | null)?.kind === "escalate";
