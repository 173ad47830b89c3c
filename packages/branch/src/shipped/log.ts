import { FunctionCalling, interruptible, jsonForm } from "@acta/actions/shipped";
import { serialize } from "@acta/event";
import type { Json } from "@acta/governance";
import { append } from "./append.js";
import type { Call } from "./call.js";

/** What the log has of a call that the manager refused. */
export interface ErrorRecord {
  readonly error: string;
  readonly function: unknown;
  readonly arguments: unknown;
  readonly branch: string;
}

/**
 * Its own append, before the event is emitted and before history: from here on they can split. Throws a `TypeError` for arguments that
 * JSON has no form for, and for bytes. (ADR-0012 D2)
 */
export async function log(call: Call, entry: FunctionCalling | ErrorRecord): Promise<void> {
  const record = entry instanceof FunctionCalling ? loggedEvent(entry) : entry;
  if (jsonForm(record.arguments) !== "whole") refuse();
  const id = call.scope.writer.entryId(call.id, call.attempt, "logged");
  await interruptible(append(call, id, "call.logged", serialize(record)), call.signal);
  // With the live arguments: the journal has their JSON form.
  call.scope.views.log.push(record as unknown as Json);
}

function loggedEvent(event: FunctionCalling) {
  const { execution, ...rest } = event.toJSON();
  if (jsonForm(execution.response) !== "whole") refuse();
  return { ...rest, execution: { ...execution, response: serialize(execution.response) } };
}

function refuse(): never {
  throw new TypeError("Type is not JSON serializable");
}
