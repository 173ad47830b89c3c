import type { RecordOptions } from "./record-command.js";
import { UsageError } from "./usage-error.js";

export interface DoctorCommand {
  readonly kind: "doctor";
  readonly source:
    | { readonly kind: "file"; readonly path: string }
    | { readonly kind: "journal"; readonly path: string; readonly branch: string };
  /** A new file for the repair; null: a file is only looked at. */
  readonly write: string | null;
  /** Only to look. */
  readonly dryRun: boolean;
  readonly json: boolean;
}

export function doctorCommand(
  [file, ...others]: readonly string[],
  { journal, branch, write, json, ...given }: RecordOptions,
): DoctorCommand {
  const rest = { kind: "doctor", write: write ?? null, dryRun: given["dry-run"] ?? false, json: json ?? false } as const;
  if (others.length > 0) throw new UsageError("The command history doctor takes one FILE; see --help.");
  if (file !== undefined) {
    if (file === "" || journal !== undefined || branch !== undefined) {
      throw new UsageError("The command history doctor takes a FILE, or a --journal and a --branch; see --help.");
    }
    return { ...rest, source: { kind: "file", path: file } };
  }
  if (journal === undefined || branch === undefined) {
    throw new UsageError("The command history doctor needs a FILE, or a --journal and a --branch; see --help.");
  }
  if (write !== undefined) throw new UsageError("--write is for a FILE: the repair of a journal is appended to it.");
  return { ...rest, source: { kind: "journal", path: journal, branch } };
}
