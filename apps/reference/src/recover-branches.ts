import { type Recovered, recover } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { describeError } from "./printable.js";
import type { ResumedHost } from "./resumed-host.js";

/** A branch whose calls stay open, and why: for another reason than that a process holds it. */
export interface Unrecovered {
  readonly branchId: string;
  /** That of the error, `failed` where it has none; or of a `PlaceRefusal`. */
  readonly code: string;
  /** The end of a sentence. */
  readonly message: string;
}

/**
 * Ends the calls of each branch by itself, because each has a host of its own, and because what was ended is told also where another could not be
 * recovered. Null for a host: nothing is run. Aborted: what has not been looked at stays open, and what ended in the branch at hand is told by its
 * record alone. Never rejects.
 */
export async function recoverBranches(
  journal: Journal,
  hosts: ReadonlyMap<string, ResumedHost | null>,
  signal: AbortSignal,
): Promise<{ readonly ended: readonly Recovered[]; readonly failed: readonly Unrecovered[] }> {
  const ended: Recovered[] = [];
  const failed: Unrecovered[] = [];
  for (const [branchId, host] of hosts) {
    if (signal.aborted) break;
    try {
      ended.push(...(await recover(journal, { ...host, branchId, rerun: host !== null, signal })));
    } catch (error) {
      if (!signal.aborted) failed.push({ branchId, code: codeOf(error), message: describeError(error) });
    }
  }
  return { ended, failed };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "failed";
}
