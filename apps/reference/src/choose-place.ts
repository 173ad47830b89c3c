import { existingFolder } from "./existing-folder.js";
import type { KnownPlaces } from "./places.js";
import { pathOf, type RunPlace } from "./run-place.js";

/**
 * Why calls of a run cannot go on. `no_workspace`: neither the record nor the user says where. `workspace_gone`: the record does, and there is
 * no such folder any more. `other_workspace`, `other_log_root`: the user says another one than the record.
 */
export interface PlaceRefusal {
  readonly code: "no_workspace" | "workspace_gone" | "other_workspace" | "other_log_root";
  /** The end of a sentence. */
  readonly message: string;
}

const refuse = (code: PlaceRefusal["code"], message: string): PlaceRefusal => ({ code, message });

/** Where calls of a run go on: as its record says, else as the user does. */
export async function choosePlace(recorded: RunPlace | null, { workspace, logRoot }: KnownPlaces): Promise<RunPlace | PlaceRefusal> {
  if (recorded !== null) return (await faultOf(recorded, { workspace, logRoot })) ?? recorded;
  if (workspace === null) return refuse("no_workspace", "its record does not say where it acted, so that the --workspace is needed");
  return { workspace, logRoot };
}

async function faultOf(recorded: RunPlace, { workspace, logRoot }: KnownPlaces): Promise<PlaceRefusal | null> {
  if (workspace !== null && workspace !== recorded.workspace) {
    return refuse("other_workspace", `its run acted in ${recorded.workspace}, and not in ${workspace}`);
  }
  const own = pathOf(recorded.logRoot);
  const other = pathOf(logRoot);
  if (other !== null && other !== own) {
    return refuse(
      "other_log_root",
      `the log of its run ${own === null ? "is of no known folder" : `was made in ${own}`}, and not in ${other}`,
    );
  }
  const real = await existingFolder(recorded.workspace).catch(() => null);
  return real === recorded.workspace ? null : refuse("workspace_gone", `its run acted in ${recorded.workspace}, which is gone`);
}
