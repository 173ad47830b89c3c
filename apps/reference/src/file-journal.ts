import type { Journal } from "@acta/journal";

/** The journal of a run, in a file that the user knows by its path. */
export interface FileJournal extends Journal {
  readonly path: string;
  /** Why the last append could not be stored; null where it was. */
  readonly failure: Error | null;
}
