import type { Journal } from "@acta/journal";
import { choosePlace, type PlaceRefusal } from "./choose-place.js";
import type { Io } from "./io.js";
import { readPolicies } from "./load-policy.js";
import { fileSystemIn, knownPlaces } from "./places.js";
import type { RecoverCommand } from "./record-command.js";
import type { Unrecovered } from "./recover-branches.js";
import { type ResumedHost, resumedHost } from "./resumed-host.js";
import { recordedPlace } from "./run-place.js";

export type RerunRefusal = PlaceRefusal & { readonly branchId: string };

export interface RerunHosts {
  /** By branch. */
  readonly hosts: ReadonlyMap<string, ResumedHost>;
  /** Branches whose place is gone: nobody can help that here, so that the others go on without them. */
  readonly gone: readonly Unrecovered[];
}

/**
 * With what the calls of each branch run again; or why not one of them may, because the user named another place than that of one, or none where
 * it is needed. Nothing is run. Throws `UsageError`, or the reason of the signal.
 */
export async function rerunHosts(
  journal: Journal,
  branches: readonly string[],
  command: RecoverCommand,
  io: Io,
): Promise<RerunHosts | RerunRefusal> {
  const told = await knownPlaces(command);
  const policiesIn = await readPolicies(command, io.signal);
  const hosts = new Map<string, ResumedHost>();
  const gone: Unrecovered[] = [];
  for (const branchId of branches) {
    const place = await choosePlace(await recordedPlace(journal, branchId), told);
    if (!("code" in place)) hosts.set(branchId, resumedHost(place, policiesIn, command.journal));
    else if (place.code === "workspace_gone") gone.push({ branchId, ...place });
    else return { ...place, branchId };
  }
  // What cannot be used is refused, also where it is not needed.
  if (hosts.size === 0) policiesIn(fileSystemIn(told));
  return { hosts, gone };
}
