import type { Entry } from "@acta/journal";
import type { ApprovalDecidedBody, ApprovalRequestedBody, IntendedBody, ProposedBody, SettledBody } from "./records.js";

/** What holds between the entries of one branch: order, ids, and what is opened before it is settled. */
export class RecordOrder {
  readonly #branchId: string;
  readonly #ids = new Set<string>();
  /** Whether each matter is still open. */
  readonly #matters = new Map<string, boolean>();
  /** The request of every call that was proposed. */
  readonly #requests = new Map<string, string>();
  #sequence = 0;

  readonly #isForgetful: boolean;

  /** @param isForgetful remembers what is open and nothing else, so that a record of any length can be read */
  constructor(branchId: string, isForgetful = false) {
    this.#branchId = branchId;
    this.#isForgetful = isForgetful;
  }

  /** Of the last entry that was found in order. */
  get sequence(): number {
    return this.#sequence;
  }

  /** What is wrong with the next entry beside its body, as the end of a sentence; undefined where nothing is. */
  faultOf(entry: Entry): string | undefined {
    const { id, branchId, sequence, kind } = entry;
    if (branchId !== this.#branchId) return `it belongs to the branch ${String(branchId)}`;
    if (sequence !== this.#sequence + 1) return `its sequence is ${String(sequence)}`;
    if (typeof kind !== "string") return "it has no kind";
    if (typeof id !== "string" || id === "") return "it has no id";
    if (this.#ids.has(id)) return `an entry before it has the same id, ${id}`;
    if (!this.#isForgetful) this.#ids.add(id);
    this.#sequence++;
    return this.#faultOfMatters(entry);
  }

  /** The same for what a call's entry says of its call. Its body has been found in shape. */
  faultOfCall(entry: Entry): string | undefined {
    switch (entry.kind) {
      case "call.proposed": {
        const { callId, requestId } = entry.body as ProposedBody;
        this.#requests.set(callId, requestId);
        return entry.opens === callId ? undefined : `it proposes the call ${callId} and opens ${entry.opens}`;
      }
      case "call.settled": {
        const { callId } = entry.body as SettledBody;
        const fault = entry.settles === callId ? this.#faultOfRequest(entry) : `it ends the call ${callId} and settles ${entry.settles}`;
        if (this.#isForgetful) this.#requests.delete(callId);
        return fault;
      }
      case "approval.requested": {
        const { approvalId } = entry.body as ApprovalRequestedBody;
        return entry.opens === approvalId ? this.#faultOfRequest(entry) : `it asks for the approval ${approvalId} and opens ${entry.opens}`;
      }
      case "approval.decided": {
        const { approvalId } = entry.body as ApprovalDecidedBody;
        return entry.settles === approvalId
          ? this.#faultOfRequest(entry)
          : `it decides the approval ${approvalId} and settles ${entry.settles}`;
      }
      case "call.intended":
        return this.#faultOfRequest(entry);
      default:
        return undefined;
    }
  }

  #faultOfRequest({ body }: Entry): string | undefined {
    const { callId, requestId } = body as IntendedBody | SettledBody | ApprovalRequestedBody | ApprovalDecidedBody;
    const known = this.#requests.get(callId);
    if (known === undefined) return `nothing before it proposed the call ${callId}`;
    return known === requestId ? undefined : `the call ${callId} answers the request ${known}, and not ${requestId}`;
  }

  #faultOfMatters({ opens, settles }: Entry): string | undefined {
    if (settles !== undefined) {
      const isOpen = this.#matters.get(settles);
      if (isOpen === undefined) return `it settles ${String(settles)}, which nothing before it opened`;
      if (!isOpen) return `it settles ${settles} a second time`;
      if (this.#isForgetful) this.#matters.delete(settles);
      else this.#matters.set(settles, false);
    }
    if (opens !== undefined) {
      if (typeof opens !== "string") return "it opens what is not a text";
      if (this.#matters.has(opens)) return `it opens ${opens} a second time`;
      this.#matters.set(opens, true);
    }
    return undefined;
  }
}
