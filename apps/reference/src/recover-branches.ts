import { setImmediate as yieldToLoop } from "node:timers/promises";
import { recover } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { type LeftOpen, leftOpen } from "./left-open.js";
import { describeError } from "./printable.js";
import type { ResumedHost } from "./resumed-host.js";
import { type CallOfBranch, rowsOfCalls } from "./rows-of-calls.js";

/** A branch whose calls stay open, and why: for another reason than that a process holds it. */
export interface Unrecovered {
  readonly branchId: string;
  /** That of the error, `failed` where it has none; or of a `PlaceRefusal`. */
  readonly code: string;
  /** The end of a sentence. */
  readonly message: string;
}

export interface RecoveredBranches {
  readonly ended: readonly CallOfBranch[];
  readonly failed: readonly Unrecovered[];
  /** Those that were recovered, unless a process holds them. */
  readonly done: ReadonlySet<string>;
}

/** By branch what is left open, and with what it ends. */
interface Plan extends Pick<LeftOpen, "calls"> {
  /** Null: nothing is run. */
  readonly hosts: ReadonlyMap<string, ResumedHost | null>;
}

/**
 * Ends the calls of each branch by itself, because each has a host of its own, and because what was ended is told also where another could not be
 * recovered. After an abort of the signal no other branch is begun. Rejects only for what the record cannot tell.
 */
export async function recoverBranches(journal: Journal, { calls, hosts }: Plan, signal: AbortSignal): Promise<RecoveredBranches> {
  const ended: CallOfBranch[] = [];
  const failed: Unrecovered[] = [];
  const done = new Set<string>();
  for (const [branchId, host] of hosts) {
    // Calls that end at once would keep a signal of the system from being seen.
    await yieldToLoop();
    if (signal.aborted) break;
    const open = (calls.get(branchId) ?? []).map((callId) => ({ branchId, callId }));
    const unshown = await rowsOfCalls(journal, open).then(() => null, unrecovered(branchId));
    if (unshown !== null) {
      failed.push(unshown);
      continue;
    }
    try {
      ended.push(...(await recover(journal, { ...host, branchId, rerun: host !== null, signal })));
      done.add(branchId);
    } catch (error) {
      const left = new Set((await leftOpen(journal, branchId)).calls.get(branchId));
      ended.push(...open.filter(({ callId }) => !left.has(callId)));
      if (!signal.aborted) failed.push(unrecovered(branchId)(error));
    }
  }
  return { ended, failed, done };
}

const unrecovered =
  (branchId: string) =>
  (error: unknown): Unrecovered => ({ branchId, code: codeOf(error), message: describeError(error).replace(/\.$/, "") });

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "failed";
}
