import type { AppendResult, NewEntry } from "@acta/journal";
import type { Scope } from "./scope.js";
import { isThenable } from "./thenable.js";

/**
 * Stores entries of a branch, under its lease where it holds one. An answer that is not about these entries is no answer: it throws, and nobody
 * knows whether they are stored.
 */
export function append(scope: Scope, entries: readonly NewEntry[]): AppendResult | Promise<AppendResult> {
  const { journal, branchId, fence } = scope;
  const answer = fence === undefined ? journal.append(branchId, entries) : journal.append(branchId, entries, { fence });
  return isThenable(answer) ? appendLater(scope, answer, entries) : checked(scope, answer, entries);
}

async function appendLater(scope: Scope, answer: PromiseLike<AppendResult>, entries: readonly NewEntry[]): Promise<AppendResult> {
  return checked(scope, await answer, entries);
}

function checked(scope: Scope, answer: AppendResult, entries: readonly NewEntry[]): AppendResult {
  if (answer?.kind === "fenced") scope.taken();
  if (isAbout(answer, entries)) return answer;
  throw new Error("the journal's answer is not about what was appended");
}

function isAbout(answer: AppendResult, entries: readonly NewEntry[]): boolean {
  switch (answer?.kind) {
    case "appended":
      return areSame(answer.entries, entries);
    case "settled_already":
      return entries.some(({ settles }) => settles !== undefined && settles === answer.by?.settles);
    case "fenced":
      return true;
    default:
      return false;
  }
}

function areSame(stored: readonly NewEntry[], given: readonly NewEntry[]): boolean {
  if (stored.length !== given.length) return false;
  for (let index = 0; index < given.length; index++) {
    if (stored[index]?.id !== given[index]?.id || stored[index]?.kind !== given[index]?.kind) return false;
  }
  return true;
}
