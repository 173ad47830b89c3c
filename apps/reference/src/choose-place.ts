import { existingFolder } from "./existing-folder.js";
import { logRootOf } from "./places.js";
import type { Places } from "./policy-command.js";
import { pathOf, type RunPlace } from "./run-place.js";
import type { LogRoot } from "./workspace/log-root.js";

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

/** Where calls of a run go on: as its record says, else as the user does. Throws `UsageError` for what no run could act in. */
export async function choosePlace(recorded: RunPlace | null, told: Places): Promise<RunPlace | PlaceRefusal> {
  const workspace = told.workspace === null ? null : await existingFolder(told.workspace);
  const logRoot = logRootOf(told);
  if (recorded !== null) return (await faultOf(recorded, { workspace, logRoot })) ?? recorded;
  if (workspace === null) return refuse("no_workspace", "its record does not say where it acted, so that the --workspace is needed");
  return { workspace, logRoot };
}

async function faultOf(
  recorded: RunPlace,
  { workspace, logRoot }: { readonly workspace: string | null; readonly logRoot: LogRoot },
): Promise<PlaceRefusal | null> {
  if (workspace !== null && workspace !== recorded.workspace) {
    return refuse("other_workspace", `its run acted in ${recorded.workspace}, and not in ${workspace}`);
  }
  const [own, other] = [recorded.logRoot, logRoot].map((names) => (names === null ? null : pathOf(names)));
  if (other !== null && other !== own) {
    return refuse(
      "other_log_root",
      `the log of its run ${own === null ? "is of no known folder" : `was made in ${own}`}, and not in ${other}`,
    );
  }
  const real = await existingFolder(recorded.workspace).catch(() => null);
  return real === recorded.workspace ? null : refuse("workspace_gone", `its run acted in ${recorded.workspace}, which is gone`);
}
