import type { AbortSignalLike } from "../abort-signal-like.js";
import { type CallContext, createCallContext } from "../call-context.js";
import { evaluateAll, strictest } from "../combine.js";
import { type Decision, deny, isDecision } from "../decision.js";
import { describeError } from "../evaluate.js";
import { freezeJson } from "../freeze-json.js";
import type { PolicyLike } from "../policy.js";

/** A call with what was decided about it, read from a record: it may be anything. */
export interface RecordedCall {
  readonly call: CallContext;
  readonly decision: Decision;
}

export interface ChangedCall {
  readonly call: CallContext;
  /** As recorded. */
  readonly before: Decision;
  /** Of the candidate. */
  readonly after: Decision;
}

export interface ChangedCalls {
  readonly count: number;
  /** The first of them, at most `maxCalls`. */
  readonly calls: readonly ChangedCall[];
}

/** What a candidate would have changed. `total` is the sum of all counts, of `unchanged` and of `unreadable`. */
export interface Simulation {
  readonly enforced: false;
  readonly total: number;
  /** Decided alike. */
  readonly unchanged: number;
  readonly newlyDenied: ChangedCalls;
  readonly newlyAllowed: ChangedCalls;
  readonly newlyEscalated: ChangedCalls;
  readonly newlyDeferred: ChangedCalls;
  /** Records that are no call with a decision. */
  readonly unreadable: number;
}

export interface SimulateOptions {
  /** How many calls each list keeps; all are counted. Default 1,000. */
  readonly maxCalls?: number | undefined;
  /** Milliseconds that each policy has for each call. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

const lists = { deny: "newlyDenied", allow: "newlyAllowed", escalate: "newlyEscalated", defer: "newlyDeferred" } as const;

/**
 * Asks a candidate about recorded calls, one after the other, without enforcing anything: a policy that remembers has nothing to remember.
 * Keeps no more than `maxCalls` calls a list. Rejects with the reason of `signal`, or with what the records throw.
 */
export async function simulate(
  candidate: PolicyLike | readonly PolicyLike[],
  recorded: Iterable<RecordedCall> | AsyncIterable<RecordedCall>,
  options: SimulateOptions = {},
): Promise<Simulation> {
  const policies = Array.isArray(candidate) ? candidate : [candidate as PolicyLike];
  const { maxCalls = 1_000, signal } = options;
  const changed = { newlyDenied: emptyList(), newlyAllowed: emptyList(), newlyEscalated: emptyList(), newlyDeferred: emptyList() };
  let [total, unchanged, unreadable] = [0, 0, 0];
  for await (const record of recorded) {
    if (signal?.aborted) throw signal.reason;
    total++;
    const read = readRecord(record);
    if (read === null) {
      unreadable++;
      continue;
    }
    const after = await decide(policies, read.call, options);
    // Where all abstain the call is denied, in a record as anywhere.
    const before = strictest([read.decision]);
    if (after.kind === before.kind || after.kind === "abstain") unchanged++;
    else add(changed[lists[after.kind]], { call: read.call, before, after }, maxCalls);
  }
  return Object.freeze({ enforced: false, total, unchanged, ...changed, unreadable });
}

async function decide(policies: readonly PolicyLike[], call: CallContext, { signal, timeoutMs }: SimulateOptions): Promise<Decision> {
  try {
    return (await evaluateAll(policies, call, { signal, timeoutMs, enforced: false })) ?? strictest([]);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    return deny(`cancelled: ${describeError(error)}`);
  }
}

function readRecord(record: RecordedCall): RecordedCall | null {
  try {
    const { call, decision } = record;
    const read = freezeJson(decision);
    if (typeof call.function !== "string" || typeof call.callId !== "string" || typeof call.at !== "number" || !isDecision(read))
      return null;
    return { call: createCallContext(call), decision: read };
  } catch {
    return null;
  }
}

const emptyList = (): { count: number; calls: ChangedCall[] } => ({ count: 0, calls: [] });

function add(list: ReturnType<typeof emptyList>, change: ChangedCall, maxCalls: number): void {
  list.count++;
  if (list.calls.length < maxCalls) list.calls.push(change);
}
