import { type Recovered, recover } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { choosePlace, type PlaceRefusal } from "./choose-place.js";
import type { Io } from "./io.js";
import { leftOpen } from "./left-open.js";
import { readPolicies } from "./load-policy.js";
import { fileSystemIn, knownPlaces } from "./places.js";
import type { RecoverCommand } from "./record-command.js";
import { type ResumedHost, resumedHost } from "./resumed-host.js";
import { recordedPlace } from "./run-place.js";

export type RerunRefusal = PlaceRefusal & { readonly branchId: string };

/** With what the calls of each branch run again, or why those of one cannot. Nothing is run. Throws `UsageError`, or the reason of the signal. */
export async function rerunHosts(
  journal: Journal,
  command: RecoverCommand,
  io: Io,
): Promise<ReadonlyMap<string, ResumedHost> | RerunRefusal> {
  const told = await knownPlaces(command);
  const policiesIn = await readPolicies(command, io.signal);
  const hosts = new Map<string, ResumedHost>();
  for (const branchId of (await leftOpen(journal, command.branch)).branches) {
    const place = await choosePlace(await recordedPlace(journal, branchId), told);
    if ("code" in place) return { ...place, branchId };
    hosts.set(branchId, resumedHost(place, policiesIn, command.journal));
  }
  // What cannot be used is refused, also where it is not needed.
  if (hosts.size === 0) policiesIn(fileSystemIn(told));
  return hosts;
}

/** Ends the calls of each branch, and runs again those that may. Rejects, when all other branches are done, where one could not be recovered. */
export async function rerun(journal: Journal, hosts: ReadonlyMap<string, ResumedHost>): Promise<readonly Recovered[]> {
  const ended: Recovered[] = [];
  const errors: unknown[] = [];
  for (const [branchId, host] of hosts) {
    try {
      ended.push(...(await recover(journal, { ...host, branchId, rerun: true })));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} branches could not be recovered`);
  if (errors.length === 1) throw errors[0];
  return ended;
}
