import type { Entry } from "@acta/journal";
import type { Scene } from "../given/build-branch.js";
import { isObject } from "../json.js";

type Body = { readonly [key: string]: unknown };

/** What the journal has of one call. */
export interface CallRecord {
  readonly callId: string;
  readonly requestId: string;
  readonly function: string;
  readonly index: number;
  /** Kinds of its entries, in order. */
  readonly steps: readonly string[];
  /** How it ended, or that it waits for an approval; undefined while it does neither. */
  readonly outcome: unknown;
  /** Its event, in JSON. */
  readonly event: unknown;
}

/** What it means that an approval was requested and nothing was settled. */
const waiting = { kind: "escalated", executed: "no", error: { code: "approval_required" } };

/** The calls of the journal, in the order of their requests. */
export async function readRecords({ journal, branch }: Scene): Promise<readonly CallRecord[]> {
  const entries: Entry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof journal.read>> = await journal.read(branch.id, { after });
    entries.push(...page.entries);
    after = page.next;
  }
  const proposals = entries.filter(({ kind }) => kind === "call.proposed");
  return proposals.map((entry) => toRecord(bodyOf(entry), entries)).sort((a, b) => a.index - b.index);
}

function toRecord(proposed: Body, entries: readonly Entry[]): CallRecord {
  const callId = String(proposed.callId);
  const own = entries.filter((entry) => bodyOf(entry).callId === callId);
  const end = own.findLast(({ kind }) => kind === "call.settled" || kind === "approval.requested");
  const { outcome = end && waiting, event } = end ? bodyOf(end) : {};
  return {
    callId,
    requestId: String(proposed.requestId),
    function: String(proposed.function),
    index: isObject(proposed.batch) ? Number(proposed.batch.index) : 0,
    steps: own.map(({ kind }) => kind.replace(/^call\./, "")),
    outcome,
    event,
  };
}

const bodyOf = ({ body }: Entry): Body => (isObject(body) ? body : {});
