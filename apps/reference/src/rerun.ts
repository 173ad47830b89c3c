import { type Recovered, recover } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { choosePlace, type PlaceRefusal } from "./choose-place.js";
import type { Io } from "./io.js";
import { leftOpen } from "./left-open.js";
import type { RecoverCommand } from "./record-command.js";
import { type ResumedHost, resumedHost } from "./resumed-host.js";
import { recordedPlace } from "./run-place.js";

export type RerunRefusal = PlaceRefusal & { readonly branchId: string };

/** With what the calls of each branch run again, or why those of one cannot. Nothing is run. */
export async function rerunHosts(
  journal: Journal,
  command: RecoverCommand,
  io: Io,
): Promise<ReadonlyMap<string, ResumedHost> | RerunRefusal> {
  const hosts = new Map<string, ResumedHost>();
  const inPlace = new Map<string, ResumedHost>();
  for (const branchId of (await leftOpen(journal, command.branch)).branches) {
    const place = await choosePlace(await recordedPlace(journal, branchId), command);
    if ("code" in place) return { ...place, branchId };
    const key = JSON.stringify(place);
    // Policies may come from a pipe, which is read once.
    const host = inPlace.get(key) ?? (await resumedHost(place, command, io));
    inPlace.set(key, host);
    hosts.set(branchId, host);
  }
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
