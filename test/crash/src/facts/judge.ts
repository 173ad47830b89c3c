import type { Entry } from "@acta/journal";
import type { Message } from "@acta/messages";
import { type CallRecord, callRecords } from "./call-record.js";
import type { Case, Facts } from "./facts.js";

/**
 * `without_intent`: an effect that no stored intent announced. `unsafe_twice`: an unsafe effect began again. `success_without_effect`: a
 * call is said to have run, or to have succeeded, and nothing of it was seen. `effect_denied`: a call is said not to have run, and its effect
 * was seen. `unsettled`: a call has no end and waits for no approval. `settled_twice`. `answer_lost`: the caller was told of an end that the
 * record does not have. `unanswered`: a request in history has not exactly one response. `changed`: a second recovery did something.
 * `unproposed`: an entry of a call that nothing before it proposed. `gap`: the sequence is not 1, 2, 3 and so on.
 */
export type Fault =
  | "without_intent"
  | "unsafe_twice"
  | "success_without_effect"
  | "effect_denied"
  | "unsettled"
  | "settled_twice"
  | "answer_lost"
  | "unanswered"
  | "changed"
  | "unproposed"
  | "gap";

export interface Finding {
  readonly fault: Fault;
  /** The id of a call, a request or an entry; or what has changed. */
  readonly about: string;
}

/** Everything that is wrong with branches after a crash and two recoveries; reads the journal and what the world saw, nothing else. */
export function judge({ recovered, recoveredAgain, history }: Case): readonly Finding[] {
  const { entries, unsettled, witnessed } = recoveredAgain;
  const { calls, unproposed } = callRecords(entries);
  const open = new Set(unsettled.map(({ opens }) => opens));
  const findings: Finding[] = unproposed.map((about) => ({ fault: "unproposed", about }));
  findings.push(...gaps(entries), ...unannounced(calls, recoveredAgain), ...answers(calls, recoveredAgain));
  for (const call of calls.values()) {
    const faults = [...endFaults(call, open), ...effectFaults(call, count(witnessed, "begun", call), count(witnessed, "done", call))];
    findings.push(...faults.map((fault) => ({ fault, about: call.callId })));
  }
  return [...findings, ...unanswered(calls, open, history), ...changes(recovered, recoveredAgain)];
}

function gaps(entries: readonly Entry[]): readonly Finding[] {
  const heads = new Map<string, number>();
  return entries.flatMap(({ branchId, sequence, id }) => {
    const expected = 1 + (heads.get(branchId) ?? 0);
    heads.set(branchId, sequence);
    return sequence === expected ? [] : [{ fault: "gap" as const, about: id }];
  });
}

function unannounced(calls: ReadonlyMap<string, CallRecord>, { witnessed }: Facts): readonly Finding[] {
  const begun = new Set(witnessed.flatMap(({ at, key }) => (at === "begun" ? [key] : [])));
  return [...begun].flatMap((key) => (calls.has(key) ? [] : [{ fault: "without_intent" as const, about: key }]));
}

function answers(calls: ReadonlyMap<string, CallRecord>, { witnessed }: Facts): readonly Finding[] {
  return witnessed.flatMap(({ at, key, outcome }) => {
    if (at !== "answered") return [];
    const call = calls.get(key);
    const isRecorded = outcome === "escalated" ? wasAsked(call) : call?.ends[0]?.kind === outcome;
    return isRecorded ? [] : [{ fault: "answer_lost" as const, about: key }];
  });
}

/** Once, and once more for each decision that came to nothing. */
const wasAsked = (call: CallRecord | undefined) =>
  call !== undefined && call.approvals.length >= 1 && call.approvals.length <= 1 + call.decided.length;

function endFaults({ callId, ends, approvals }: CallRecord, open: ReadonlySet<string | undefined>): readonly Fault[] {
  if (ends.length > 1) return ["settled_twice"];
  const waits = approvals.some((approval) => open.has(approval));
  const isRight = ends.length === 1 ? !open.has(callId) : open.has(callId) && waits;
  return isRight ? [] : ["unsettled"];
}

function effectFaults({ intents, ends: [end] }: CallRecord, begun: number, done: number): readonly Fault[] {
  const faults: Fault[] = [];
  if (begun > intents.length) faults.push("without_intent");
  if (begun > 1 && intents.some(({ effect }) => effect === "unsafe")) faults.push("unsafe_twice");
  if (end?.executed === "no" && begun > 0) faults.push("effect_denied");
  if ((end?.executed === "yes" && begun === 0) || (end?.kind === "succeeded" && done === 0)) faults.push("success_without_effect");
  return faults;
}

function unanswered(
  calls: ReadonlyMap<string, CallRecord>,
  open: ReadonlySet<string | undefined>,
  history: readonly Message[],
): readonly Finding[] {
  const responses = new Map<string, number>();
  for (const message of history) {
    if (message.kind !== "action_response") continue;
    const { actionRequestId } = message.content;
    responses.set(actionRequestId, (responses.get(actionRequestId) ?? 0) + 1);
  }
  const known = new Set(history.map(({ id }) => id));
  const waiting = new Set([...calls.values()].flatMap((call) => (call.approvals.some((id) => open.has(id)) ? [call.requestId] : [])));
  const wrong = history.filter(({ kind, id }) => kind === "action_request" && responses.get(id) !== (waiting.has(id) ? undefined : 1));
  const missing = [...calls.values()].filter(({ requestId }) => !known.has(requestId));
  return [...wrong.map(({ id }) => id), ...missing.map(({ requestId }) => requestId)].map((about) => ({ fault: "unanswered", about }));
}

function changes(before: Facts, after: Facts): readonly Finding[] {
  const parts = ["entries", "unsettled", "witnessed"] as const;
  return parts.flatMap((part) =>
    JSON.stringify(before[part]) === JSON.stringify(after[part]) ? [] : [{ fault: "changed" as const, about: part }],
  );
}

const count = (witnessed: Facts["witnessed"], at: string, { callId }: CallRecord) =>
  witnessed.filter((line) => line.at === at && line.key === callId).length;
