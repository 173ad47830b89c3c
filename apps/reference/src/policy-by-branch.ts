import type { Policy } from "@acta/governance";
import type { Journal } from "@acta/journal";
import type { FileSystemView, PermissionPolicy } from "@acta/permissions";
import { fileSystemIn, type KnownPlaces } from "./places.js";
import { recordedPlace } from "./run-place.js";

/** A policy that is tried on calls that have happened. */
interface Candidate {
  /** The policy for the files of a place. Throws `UsageError`. */
  readonly policyIn: (fileSystem: FileSystemView) => PermissionPolicy;
  /** What the user says, which goes before what a record says. */
  readonly told: KnownPlaces;
}

/**
 * A policy that judges the calls of each of some branches with the files of the place where it acted, as far as that is recorded. Its examples are
 * checked in the place of the first. Throws `UsageError`.
 */
export async function policyByBranch(branches: readonly string[], journal: Journal, { policyIn, told }: Candidate): Promise<Policy> {
  const files = new Map<string | null, FileSystemView>();
  for (const branchId of branches) {
    const recorded = await recordedPlace(journal, branchId);
    const place = { workspace: told.workspace ?? recorded?.workspace ?? null, logRoot: told.logRoot ?? recorded?.logRoot ?? null };
    files.set(branchId, fileSystemIn(place));
  }
  const [first = fileSystemIn(told)] = files.values();
  let current = first;
  // One policy for all places: to make one for each of many runs, of many rules, would take long.
  const policy = policyIn({ resolvePath: (path) => current.resolvePath(path) });
  return {
    id: policy.id,
    version: policy.version,
    decide(call) {
      current = files.get(call.branchId) ?? first;
      return policy.decide(call);
    },
  };
}
