import { setImmediate as yieldToLoop } from "node:timers/promises";
import type { ActionResponseModel, Branch } from "@acta/branch";
import type { Turn } from "@acta/codecs";
import type { Journal } from "@acta/journal";
import { type CallRow, rowsOf } from "./call-row.js";
import { entriesAfter } from "./read-entries.js";

export interface ReplayOptions {
  readonly strategy: "sequential" | "concurrent";
  readonly signal: AbortSignal;
}

/**
 * Runs the turns of a transcript, one after another, the calls of each as one `act`. Yields what the record has of a turn when it is over;
 * then throws, where the turn was interrupted or its record lost.
 */
export async function* replay(
  { branch, journal }: { readonly branch: Branch; readonly journal: Journal },
  turns: readonly Turn[],
  { strategy, signal }: ReplayOptions,
): AsyncGenerator<readonly CallRow[]> {
  let sequence = 0;
  for (const { calls } of turns) {
    // Calls that need not wait would keep a signal of the system from being seen.
    await yieldToLoop();
    signal.throwIfAborted();
    let models: readonly ActionResponseModel[] = [];
    let failure: { readonly error: unknown } | null = null;
    try {
      models = await branch.act(calls, { strategy, signal });
    } catch (error) {
      failure = { error };
    }
    const entries = await entriesAfter(journal, branch.id, sequence);
    sequence = entries.at(-1)?.sequence ?? sequence;
    yield rowsOf(entries, models, calls);
    if (failure) throw failure.error;
  }
}
