import { isObject, type Json } from "../json.js";

type Entry = { readonly [key: string]: Json };

const isLabel = /^\$(?:req|resp|event|call)\d+$/;

/** A label is renamed by the item whose step has it first; one that no step has is anybody's. */
export function namesByItem(trace: readonly Entry[]): ReadonlyMap<string, string> {
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

export function rename(json: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof json === "string") return isLabel.test(json) ? (names.get(json) ?? json.replace(/\d+$/, "@")) : json;
  if (Array.isArray(json)) return json.map((item) => rename(item, names));
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, rename(item as Json, names)]));
}
