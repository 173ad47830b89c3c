import type { Entry, Journal, NewEntry } from "@acta/journal";
import { firstEntry } from "./read-entries.js";
import type { LogRoot } from "./workspace/log-root.js";
import { pathNames } from "./workspace/path-names.js";

/** Where a run acts, and what the paths of its log mean there. */
export interface RunPlace {
  /** Absolute, without links. */
  readonly workspace: string;
  readonly logRoot: LogRoot;
}

/** A kind of this app's own, which a branch passes over. */
const kind = "run.begun";

/** The first entry of a run's branch: whoever goes on with one of its calls has to act where the run did. */
export function runBegun(place: RunPlace, at: number): NewEntry {
  return { id: kind, kind, at, body: toJson(place) };
}

/** With the folder of the log as an absolute path. */
export function toJson({ workspace, logRoot }: RunPlace) {
  return { workspace, logRoot: logRoot === null ? null : pathOf(logRoot) };
}

/** Null where the record does not say it: something else than a run of this app has made the branch. */
export async function recordedPlace(journal: Journal, branchId: string): Promise<RunPlace | null> {
  const first = await firstEntry(journal, branchId);
  return first === null ? null : placeOf(first);
}

/** As an absolute path. */
export const pathOf = (names: readonly string[]) => `/${names.join("/")}`;

function placeOf(entry: Entry): RunPlace | null {
  if (entry.kind !== kind || typeof entry.body !== "object") return null;
  const { workspace, logRoot } = entry.body as { readonly workspace?: unknown; readonly logRoot?: unknown };
  if (!isAbsolute(workspace) || (logRoot !== null && !isAbsolute(logRoot))) return null;
  return { workspace, logRoot: logRoot === null ? null : pathNames(logRoot) };
}

const isAbsolute = (path: unknown): path is string => typeof path === "string" && path.startsWith("/");
