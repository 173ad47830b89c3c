import type { Unbound } from "./compare.js";
import { isObject, type Json, type JsonObject } from "./json.js";

const isText = (got: Json) => typeof got === "string";

/** Marks that stand for values which a vector does not bind. */
const marks: { readonly [mark: string]: (got: Json) => boolean } = {
  "<form of bytes unspecified>": () => true,
  "<number>": (got) => typeof got === "number" && got >= 0,
  "<timestamp>": (got) => isText(got) || typeof got === "number",
  "<class>": isText,
  "<cancel reason>": isText,
};

/** Of a text whose wording is the original host's, only that there is a text is binding. */
export function unboundBy(hostText: readonly string[]): Unbound {
  return (expected, got) => {
    if (Object.hasOwn(marks, expected)) return marks[expected]?.(got) === true;
    return hostText.includes(expected) && isText(got);
  };
}

const free = "<depends on the scheduler>";

/** An observation without what depends on how the listed items ended. Done to both sides before they are compared. */
export function withoutItems(observation: Json, items: readonly Json[]): Json {
  if (!isObject(observation) || items.length === 0) return observation;
  const { items: ends, hooks, journal, toolRuns, history } = observation as JsonObject;
  const rest = (list: Json | undefined) => mapList(list, (entry, index) => (items.includes(index) ? free : entry));
  return {
    ...(observation as JsonObject),
    items: mapList(ends, (end, index) => (items.includes(index) && isObject(end) ? { function: end.function as Json } : end)),
    hooks: rest(hooks),
    journal: rest(journal),
    toolRuns: rest(toolRuns),
    history: mapList(history, (message) => {
      return isObject(message) && items.includes(message.answers as Json)
        ? { ...(message as JsonObject), output: free, error: free }
        : message;
    }),
  };
}

function mapList(list: Json | undefined, change: (entry: Json, index: number) => Json): Json {
  return Array.isArray(list) ? list.map(change) : (list ?? null);
}
