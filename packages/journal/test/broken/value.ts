import type { Json } from "../../src/index.js";
import { type BrokenJournal, broken, storingBodies, storingEach } from "./defects.js";

/** A careless copy: assigns keys, so that `__proto__` becomes a prototype. */
function copy(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const copied: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value)) copied[key] = copy(member as Json);
  return copied;
}

function cut(value: Json, depth: number): Json {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((member) => cut(member, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cut(member as Json, depth - 1)]));
}

export const brokenValues: readonly BrokenJournal[] = [
  broken(
    "value.kinds",
    "stores an empty list as an empty object",
    storingBodies((text) => text.replaceAll("[]", "{}")),
  ),
  broken(
    "value.text",
    "replaces half a surrogate pair",
    storingBodies((text) => text.replace(/\\ud83d /g, "\ufffd")),
  ),
  broken(
    "value.numbers",
    "rounds to fifteen digits",
    storingBodies((text) => text.replace(/[\d.e+-]{16,}/g, (digits) => String(Number(Number(digits).toPrecision(15))))),
  ),
  broken(
    "value.time",
    "cuts times to whole milliseconds",
    storingEach((entry) => ({ ...entry, at: Math.trunc(entry.at) })),
  ),
  broken(
    "value.depth",
    "cuts below a hundred levels",
    storingEach((entry) => ({ ...entry, body: cut(entry.body, 100) })),
  ),
  broken(
    "value.keys",
    "copies keys by assignment",
    storingEach((entry) => ({ ...entry, body: copy(entry.body) })),
  ),
  broken(
    "value.absent",
    "stores what is absent as null",
    storingEach((entry) => ({
      ...entry,
      body: JSON.parse(JSON.stringify(entry.body, (_, value) => (value === undefined ? null : value))),
    })),
  ),
  broken(
    "value.large",
    "cuts a long text",
    storingBodies((text) => text.replace(/[0-9a-f]{65536,}/, (long) => long.slice(0, 65_535))),
  ),
];
