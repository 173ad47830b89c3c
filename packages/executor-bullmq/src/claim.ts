import { randomUUID } from "node:crypto";
import { type AppendResult, type Journal, JournalError, type NewEntry } from "@acta/journal";
import { attemptIdOf } from "./attempt.js";
import { BullmqError } from "./bullmq-error.js";
import type { JudgedCall } from "./job-data.js";

/** The branch of a journal that holds the claims of one call. */
export const claimBranchOf = (callId: string): string => `worker-claims/${callId}`;

/** How often an append is made whose fate nobody knows. */
const tries = 3;

/**
 * Makes sure that nobody else runs this attempt, ever, whatever a queue delivers or forgets: a matter can be opened once. False: somebody
 * has claimed it before. Throws `claim_failed` where the journal cannot say; whoever is told so must not run it.
 */
export async function claim(journal: Journal, call: JudgedCall): Promise<boolean> {
  const { callId, attempt, tool } = call;
  const matter = attemptIdOf(call);
  const claimant = randomUUID();
  const claimed = { at: Date.now(), body: { callId, attempt, function: tool, claimant } };
  // Settled in the same moment: a claim is no work that somebody has to finish.
  const entries: NewEntry[] = [
    { ...claimed, id: `${matter}:claimed:${claimant}`, kind: "worker.claimed", opens: matter },
    { ...claimed, id: `${matter}:kept:${claimant}`, kind: "worker.claim_kept", settles: matter },
  ];
  const result = await append(journal, claimBranchOf(callId), entries);
  return result === "taken" ? false : result.kind === "appended";
}

/** The same ids again find out what became of an append without an answer. */
async function append(journal: Journal, branchId: string, entries: readonly NewEntry[]): Promise<AppendResult | "taken"> {
  for (let left = tries; ; left--) {
    try {
      return await journal.append(branchId, entries);
    } catch (cause) {
      if (JournalError.isInstance(cause) && cause.code === "matter_taken") return "taken";
      if (JournalError.isInstance(cause) || left <= 1) {
        throw new BullmqError("claim_failed", "the journal could not store who runs the call", { cause });
      }
    }
  }
}
