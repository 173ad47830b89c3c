import { isObject, type Json, type JsonObject } from "../json.js";

type Entry = { readonly [key: string]: Json };

/** An observation without what its vector does not bind. Done to both sides before they are compared. */
export function bindingPart(
  observation: JsonObject,
  expected: JsonObject,
  isOrderIncidental: boolean,
  isSchedulerSensitive: boolean,
): JsonObject {
  if (isSchedulerSensitive) return pick(observation, ["result", "raised"]);
  // What was not observed on the original is not compared; but a trace that is not there is empty.
  const picked: JsonObject = { trace: [], ...pick(observation, [...Object.keys(expected), "trace"]) };
  const plain = { ...picked, ...("logging" in picked && { logging: messagesOf(picked.logging) }), ...withoutBackground(picked.trace) };
  return isOrderIncidental ? byItem(plain) : plain;
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
      observer: { ...observer, stored: sorted(observer.stored as Json[]), message_signals: sorted(observer.message_signals as Json[]) },
    }),
  };
}

const isLabel = /^\$(?:req|resp|event|call)\d+$/;

/** A label is renamed by the item whose step has it first; one that no step has is anybody's. */
function namesByItem(trace: readonly Entry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { item, ...step } of trace) {
    for (const label of labelsIn(step)) {
      if (names.has(label)) continue;
      const key = `${label.replace(/\d+$/, "")}@${item ?? ""}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      names.set(label, `${key}.${counts.get(key)}`);
    }
  }
  return names;
}

function labelsIn(json: Json): readonly string[] {
  if (typeof json === "string") return isLabel.test(json) ? [json] : [];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap((item: Json) => labelsIn(item)) : [];
}

function rename(json: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof json === "string") return isLabel.test(json) ? (names.get(json) ?? json.replace(/\d+$/, "@")) : json;
  if (Array.isArray(json)) return json.map((item) => rename(item, names));
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, rename(item as Json, names)]));
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
