import type { AppendResult, NewEntry } from "@acta/journal";
import type { Message } from "@acta/messages";
import { append } from "./append.js";
import { branchTaken } from "./branch-error.js";
import { refuseOtherMessage } from "./message-entry.js";
import type { Scope } from "./scope.js";
import { isThenable } from "./thenable.js";

/**
 * Stores the host's own messages and takes them into history, as soon as a call would, so that history has the order of the record. Gives those
 * that history did not have.
 */
export function storeMessages(scope: Scope, entries: readonly NewEntry[]): readonly Message[] | Promise<readonly Message[]> {
  const stored = append(scope, entries);
  return isThenable(stored) ? takeLater(scope, stored, entries) : take(scope, stored, entries);
}

async function takeLater(scope: Scope, stored: PromiseLike<AppendResult>, entries: readonly NewEntry[]): Promise<readonly Message[]> {
  return take(scope, await stored, entries);
}

function take({ branchId, views }: Scope, stored: AppendResult, entries: readonly NewEntry[]): readonly Message[] {
  if (stored.kind !== "appended") throw branchTaken(branchId);
  for (const [index, { body }] of stored.entries.entries()) refuseOtherMessage(body, entries[index]?.body ?? null);
  return stored.entries.flatMap((entry) => views.fold(entry) ?? []);
}
