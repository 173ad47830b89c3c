import type { Effect } from "@acta/governance";
import { memoryJournal } from "@acta/journal/memory";
import { expect, vi } from "vitest";
import { Branch, type BranchOptions } from "../src/index.js";
import { ask, never, tool } from "./support.js";

/** What a process leaves behind that dies while the tool runs; the number of runs goes on in the next process. */
export async function crashed(effect: Effect, more: BranchOptions = {}) {
  const journal = memoryJournal();
  const runs: string[] = [];
  const dying = tool(
    "t",
    (_, { idempotencyKey }) => {
      runs.push(idempotencyKey);
      return never();
    },
    { effect },
  );
  void new Branch({ id: "b", journal, tools: [dying], ...more }).act(ask("t", { a: 1 }));
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  const living = (options: object = {}) =>
    tool(
      "t",
      (input, { idempotencyKey }) => {
        runs.push(idempotencyKey);
        return input;
      },
      { effect, ...options },
    );
  return { journal, runs, living };
}

export const kinds = (models: readonly { readonly outcome: { readonly kind: string; readonly executed: string } }[]) =>
  models.map(({ outcome }) => `${outcome.kind} ${outcome.executed}`);
