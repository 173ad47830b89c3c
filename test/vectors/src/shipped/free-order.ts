import { isObject, type Json, type JsonObject } from "../json.js";
import { namesByItem, rename } from "./label-names.js";

type Entry = { readonly [key: string]: Json };

/** Whether an expectation leaves the order of everything free: it lists steps by item, and counts messages and log entries. */
export function isInFreeOrder(expected: JsonObject): boolean {
  return ["trace_by_item", "messages_summary", "logs_summary"].some((key) => key in expected);
}

/** An observation with what such an expectation may have in it; an expectation with its steps in a trace. */
export function inFreeOrder(observation: JsonObject, expected: JsonObject): JsonObject {
  const { trace_by_item: steps, ...rest } = observation;
  const { messages_summary: messages = null, logs_summary: logs = null } = expected;
  return {
    ...("messages" in rest && { messages_summary: countOf(rest.messages, messages, ({ kind }) => String(kind)) }),
    ...("logs" in rest && { logs_summary: countOf(rest.logs, logs, (entry) => ("execution" in entry ? "event" : "error")) }),
    ...rest,
    trace: withOwnLabels(steps === undefined ? listOf(rest.trace) : traceOf(steps)),
  };
}

/** Items are keys, or places in a list. */
function traceOf(steps: Json): readonly Entry[] {
  const items = typeof steps === "object" && steps !== null ? Object.entries(steps) : [];
  return items.flatMap(([item, own]) => listOf(own).map((step) => ({ ...step, item: Number(item) })));
}

/** Labels are numbered within each item, whoever else has the same. */
function withOwnLabels(trace: readonly Entry[]): readonly Json[] {
  const items = new Map<Json | undefined, Entry[]>();
  for (const step of trace) items.set(step.item, [...(items.get(step.item) ?? []), step]);
  return [...items.values()].flatMap((own) => own.map((step) => rename(step, namesByItem(own))));
}

const listOf = (json: Json | undefined): readonly Entry[] => (Array.isArray(json) ? (json as readonly Entry[]) : []);

/** A number of entries, or their number by kind; `count` is that of all. */
function countOf(list: Json | undefined, form: Json, kindOf: (entry: Entry) => string): Json {
  const entries = listOf(list);
  if (!isObject(form)) return entries.length;
  const count = (kind: string) => entries.filter((entry) => kindOf(entry) === kind).length;
  const kinds = new Set([...Object.keys(form).filter((key) => key !== "count"), ...entries.map(kindOf)]);
  return { ...("count" in form && { count: entries.length }), ...Object.fromEntries([...kinds].map((kind) => [kind, count(kind)])) };
}
