import type { Tool } from "@acta/actions";
import { Branch, type BranchOptions, corrected, type SessionObserver, type Transaction } from "@acta/branch";
import type { Transcript } from "@acta/codecs";
import type { PolicyLike } from "@acta/governance";
import type { CallRow } from "./call-row.js";
import type { FileJournal } from "./file-journal.js";
import type { Io } from "./io.js";
import { Progress } from "./progress.js";
import { type ReplayOptions, replay } from "./replay.js";
import type { Reporter } from "./reporter.js";
import { type RunPlace, runBegun } from "./run-place.js";
import { summarize } from "./summary.js";

/** Everything that a run is composed of. */
export interface Composition extends Pick<BranchOptions, "executors" | "scheduler"> {
  readonly transcript: Transcript;
  readonly tools: readonly Tool[];
  readonly policy: PolicyLike;
  readonly observer?: SessionObserver | undefined;
  readonly journal: FileJournal;
  readonly place: RunPlace;
  /** Default `corrected`. */
  readonly transaction?: Transaction | undefined;
}

/** Runs a transcript to its end, or as far as it comes, and reports it. What cut it short, or null. */
export async function perform(
  { transcript, tools, policy, observer, journal, place, transaction = corrected, executors, scheduler }: Composition,
  options: ReplayOptions & { readonly reporter: Reporter },
  io: Io,
): Promise<{ readonly error: unknown } | null> {
  const { reporter } = options;
  const branch = new Branch({ tools, policy, observer, journal, transaction, executors, scheduler });
  const progress = new Progress(io.stderr, transcript.calls.length);
  const all: CallRow[] = [];
  let answered = 0;
  branch.onMessage(({ kind }) => {
    if (kind === "action_response") progress.update(++answered);
  });
  let failure: { readonly error: unknown } | null = null;
  try {
    await journal.append(branch.id, [runBegun(place, io.now?.() ?? Date.now())]);
    for await (const rows of replay({ branch, journal }, transcript.turns, options)) {
      for (const row of rows) all.push(row);
      reporter.add(rows);
      // Not every transaction answers every call with a message.
      progress.update(all.length);
      if (journal.failure) throw journal.failure;
    }
  } catch (error) {
    failure = { error };
  }
  progress.end();
  reporter.end(await summarize({ branch, journal, record: journal.path, transaction: transaction.name }, all));
  // A branch that cannot be given back becomes free by itself.
  await branch.close().catch((error: unknown) => {
    failure ??= { error };
  });
  await journal.close();
  return failure;
}
