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
  return { id: kind, kind, at, body: placeJson(place) };
}

/** With the folder of the log as an absolute path. Null: nobody knows the place. */
export function placeJson(place: RunPlace | null) {
  return { workspace: place?.workspace ?? null, logRoot: pathOf(place?.logRoot ?? null) };
}

/** Null where the record does not say it: something else than a run of this app has made the branch. */
export async function recordedPlace(journal: Journal, branchId: string): Promise<RunPlace | null> {
  const first = await firstEntry(journal, branchId);
  return first === null ? null : placeOf(first);
}

/** As an absolute path; null where there is none. */
export const pathOf = (names: LogRoot): string | null => (names === null ? null : `/${names.join("/")}`);

function placeOf(entry: Entry): RunPlace | null {
  if (entry.kind !== kind || typeof entry.body !== "object" || entry.body === null) return null;
  const { workspace, logRoot } = entry.body as { readonly workspace?: unknown; readonly logRoot?: unknown };
  if (!isAbsolute(workspace) || (logRoot !== null && !isAbsolute(logRoot))) return null;
  return { workspace, logRoot: logRoot === null ? null : pathNames(logRoot) };
}

const isAbsolute = (path: unknown): path is string => typeof path === "string" && path.startsWith("/");
