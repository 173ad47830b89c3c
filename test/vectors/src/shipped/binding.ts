import { isObject, type Json, type JsonObject } from "../json.js";
import { inFreeOrder, isInFreeOrder } from "./free-order.js";
import { namesByItem, rename } from "./label-names.js";
import { withoutTuples } from "./tuples.js";
import type { Vector } from "./vector.js";

type Entry = { readonly [key: string]: Json };

/** An observation without what its vector does not bind. Done to both sides before they are compared. */
export function bindingPart(observation: JsonObject, { expected, isOrderIncidental, isSchedulerSensitive, given }: Vector): JsonObject {
  const seen = withoutTuples(observation) as JsonObject;
  if (isSchedulerSensitive) return pick(seen, ["result", "raised"]);
  const isFree = isInFreeOrder(expected);
  const { max_in_flight: most, ...rest } = isFree ? inFreeOrder(seen, expected) : seen;
  // What was not observed on the original is not compared; but a trace that is not there is empty.
  const picked: JsonObject = { trace: [], ...pick(rest, [...Object.keys(expected), "trace"]) };
  const plain = {
    ...picked,
    // Calls that wait for nothing overlap or not as the host has it.
    ...("max_in_flight" in expected && waits(given) && { max_in_flight: most ?? null }),
    ...("start_gaps_at_least_ms" in picked && { start_gaps_at_least_ms: Boolean(picked.start_gaps_at_least_ms) }),
    ...("logging" in picked && { logging: messagesOf(picked.logging) }),
    ...withoutBackground(picked.trace),
  };
  return isOrderIncidental || isFree ? byItem(plain) : plain;
}

/** Whether a tool, a hook or a processor sleeps. */
function waits(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return Object.entries(part).some(([key, inside]) => key.startsWith("sleep_") || waits(inside));
}

function pick(observation: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(observation).filter(([key]) => keys.includes(key)));
}

/** Lines have no level here, and no logger. */
function messagesOf(logging: Json | undefined): Json {
  return listOf(logging).map(({ message }) => message ?? null);
}

/** The gate is asked about messages in the background: when is chance. */
function withoutBackground(trace: Json | undefined): JsonObject {
  if (trace === undefined) return {};
  const isBackground = ({ step, payload_kind: kind }: Entry) => step === "gate" && (kind === "ActionRequest" || kind === "ActionResponse");
  const steps = listOf(trace);
  return { trace: steps.filter((step) => !isBackground(step)), background: sorted(steps.filter(isBackground)) };
}

/** Each item's own steps; labels by item; everything between the items in one order, whatever it was. */
function byItem(observation: JsonObject): JsonObject {
  const names = namesByItem(listOf(observation.trace));
  const renamed = rename(observation, names) as JsonObject;
  const items = new Map<string, Entry[]>();
  for (const { item, index: _, ...step } of listOf(renamed.trace)) {
    const key = String(item ?? "");
    items.set(key, [...(items.get(key) ?? []), step]);
  }
  const { observer, background } = renamed;
  const lists = ["events", "messages", "logs"].flatMap((key) => (key in renamed ? [[key, sorted(listOf(renamed[key]))]] : []));
  return {
    ...renamed,
    trace: Object.fromEntries(items),
    ...Object.fromEntries(lists),
    ...(background !== undefined && { background: sorted(listOf(background).map(({ item: _, ...step }) => step)) }),
    pairs: arePairsInOrder(listOf(renamed.messages)),
    ...(isObject(observer) && {
      observer: Object.fromEntries(Object.entries(observer).map(([key, held]) => [key, inAnyOrder(held as Json)])),
    }),
  };
}

/** Items that the observer holds, also where they are in streams. */
function inAnyOrder(held: Json): Json {
  if (Array.isArray(held)) return sorted(held);
  return isObject(held) ? Object.fromEntries(Object.entries(held).map(([name, items]) => [name, sorted(items as Json[])])) : held;
}

/** A request always precedes its own response. */
function arePairsInOrder(messages: readonly Entry[]): boolean {
  const places = new Map(messages.map(({ label }, index) => [label, index]));
  return messages.every(({ content }, index) => {
    const request = isObject(content) ? content.action_request_id : undefined;
    return request === undefined || (places.get(request as Json) ?? index) < index;
  });
}

function sorted(list: readonly Json[]): Json[] {
  return list
    .map((item) => [JSON.stringify(sortKeys(item)), item] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, item]) => item);
}

/** Values that are not bound must not decide about the order. */
function sortKeys(json: Json): Json {
  if (Array.isArray(json)) return json.map(sortKeys);
  if (!isObject(json)) return json;
  const entries = Object.entries(json).filter(([key]) => key !== "duration" && key !== "created_at");
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sortKeys(item as Json)]));
}

function listOf(json: Json | undefined): readonly Entry[] {
  return Array.isArray(json) ? (json as readonly Entry[]) : [];
}
