import { isObject, type Json } from "./json.js";

export interface Difference {
  /** JSON pointer into the expectation. */
  readonly pointer: string;
  /** JSON text; `nothing` where there is none. */
  readonly expected: string;
  readonly got: string;
}

/** Whether an expected text binds nothing but the presence of some such value. */
export type Unbound = (expected: string, got: Json, pointer: string) => boolean;

/** Every difference, in the order of the expectation. Keys count on both sides, their order does not. */
export function compare(expected: Json, got: Json, unbound: Unbound = () => false): readonly Difference[] {
  return [...differences(expected, got, "", unbound)];
}

function* differences(expected: Json | undefined, got: Json | undefined, pointer: string, unbound: Unbound): Generator<Difference> {
  if (expected === got) return;
  if (typeof expected === "string" && got !== undefined && unbound(expected, got, pointer)) return;
  if (Array.isArray(expected) && Array.isArray(got)) {
    for (let index = 0; index < Math.max(expected.length, got.length); index++) {
      yield* differences(expected[index], got[index], `${pointer}/${index}`, unbound);
    }
  } else if (isObject(expected) && isObject(got)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      yield* differences(own(expected, key), own(got, key), `${pointer}/${toReference(key)}`, unbound);
    }
  } else {
    yield { pointer, expected: show(expected), got: show(got) };
  }
}

const own = (from: { readonly [key: string]: unknown }, key: string) => (Object.hasOwn(from, key) ? (from[key] as Json) : undefined);
const toReference = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

function show(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
