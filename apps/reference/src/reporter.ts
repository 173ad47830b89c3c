import type { CallRow } from "./call-row.js";
import type { Summary } from "./summary.js";

/** Shows what happened. */
export interface Reporter {
  /** The calls of one turn, when it is over. */
  add(rows: readonly CallRow[]): void;
  /** Once, at the end, also of a run that was interrupted or failed. */
  end(summary: Summary): void;
}
