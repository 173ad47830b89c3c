import type { ActionResponseModel, Branch } from "@acta/branch";
import { isObject, type Json } from "../json.js";
import { encode } from "../program/values.js";
import type { CallRecord } from "./records.js";

/** One request of an `act`, as it ended. */
export interface Item {
  readonly callId: string;
  readonly requestId: string;
  readonly seen: Json;
}

export function itemsOfModels(models: readonly ActionResponseModel[], records: readonly CallRecord[]): readonly Item[] {
  return models.map(({ callId, requestId, function: name, output, outcome }) => {
    const record = records.find((each) => each.callId === callId);
    return { callId, requestId, seen: toSeen(name, outcome, encode(output), statusOf(record)) };
  });
}

/** Where `act` raised and gave nothing back, the record says how each call ended. */
export function itemsOfRecords(records: readonly CallRecord[], branch: Branch): readonly Item[] {
  return records.map((record) => {
    const { callId, requestId, outcome } = record;
    const output = branch.messages.responseTo(requestId)?.content.output ?? null;
    return { callId, requestId, seen: toSeen(record.function, outcome, encode(output), statusOf(record)) };
  });
}

function toSeen(name: string, outcome: unknown, output: Json, eventStatus: Json): Json {
  const { kind, executed, error } = isObject(outcome) ? outcome : {};
  const code = isObject(error) ? { code: encode(error.code) } : null;
  return { function: name, kind: encode(kind), executed: encode(executed), output, error: code, eventStatus };
}

/** A request of which nothing is stored has no event; like any that never had to run, it counts as skipped. */
function statusOf(record: CallRecord | undefined): Json {
  if (record === undefined) return "skipped";
  const { event } = record;
  return isObject(event) && isObject(event.execution) ? encode(event.execution.status) : null;
}
