import { base64 } from "./base64.js";
import type { Json } from "./json.js";
import { read } from "./read.js";
import { isError, maxMembers, membersOf, toError } from "./to-error.js";

/** An error as data: its type, its text, what caused it, the members of a group. Never a stack or any other property. (ADR-0012 D1) */
export type SerializedError = {
  readonly error: string;
  readonly message: string;
  readonly cause?: Json;
  readonly errors?: readonly Json[];
};

const unserializable = "<unserializable>";
const maxDepth = 102;
const maxValues = 1_000_000;

/**
 * A copy of `value` as plain JSON data. Never throws. (ADR-0012 D1)
 *
 * Set → array, Map → array of pairs, Date → ISO text (invalid: null), bigint → decimal text, typed array and ArrayBuffer → base64 text,
 * NaN and infinities → null, Error → `SerializedError`, anything with `toJSON` → what that returns, any other object → its own enumerable
 * fields. A field that is undefined is left out; undefined elsewhere is null. The text `<unserializable>` stands in the place of a function,
 * a symbol, a cycle, of whatever threw when it was read, and of what lies deeper than 102 levels; it also ends the copy after the first
 * million values.
 */
export function serialize(value: unknown): Json {
  return toJson(value, { outer: undefined, left: maxValues }) ?? null;
}

/** The error as data, whatever was thrown. The limits of `serialize` hold, and a group shows at most 100 members. Never throws. */
export function serializeError(thrown: unknown): SerializedError {
  const error = toError(thrown);
  return fromError(error, { outer: { value: error }, left: maxValues });
}

interface Walk {
  /** The object that the current value is in. */
  outer: Level | undefined;
  /** How many values may still follow. */
  left: number;
}

/** An object and those around it. */
interface Level {
  readonly outer?: Level | undefined;
  readonly value: object;
}

/** undefined: there is nothing to show; a field is left out. */
function toJson(value: unknown, walk: Walk): Json | undefined {
  if (--walk.left < 0) return unserializable;
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return value.toString();
    case "object":
      return value && nested(value, walk);
    case "function":
    case "symbol":
      return unserializable;
    default:
      return value as string | boolean | undefined;
  }
}

function nested(value: object, walk: Walk): Json | undefined {
  const outer = walk.outer;
  let levelsLeft = maxDepth;
  for (let level = outer; level; level = level.outer) if (level.value === value || !--levelsLeft) return unserializable;
  walk.outer = { outer, value };
  try {
    return fromObject(value, walk);
  } catch {
    return unserializable;
  } finally {
    walk.outer = outer;
  }
}

function fromObject(value: object, walk: Walk): Json | undefined {
  if (Array.isArray(value)) return fromArray(value, walk);
  if (isError(value)) return fromError(value, walk);
  if (ArrayBuffer.isView(value)) return base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (value instanceof ArrayBuffer) return base64(new Uint8Array(value));
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === "function") {
    const json: unknown = toJSON.call(value);
    return json === value ? fromFields(value, walk) : toJson(json, walk);
  }
  // The built-in iterators, because those of a subclass may never end.
  if (value instanceof Map) return fromArray([...Map.prototype.entries.call(value)], walk);
  if (value instanceof Set) return fromArray([...Set.prototype.values.call(value)], walk);
  return fromFields(value, walk);
}

function fromArray(array: readonly unknown[], walk: Walk, length = array.length): Json[] {
  const copy: Json[] = [];
  for (let index = 0; index < length && walk.left >= 0; index++) copy.push(toJson(read(array, index), walk) ?? null);
  return copy;
}

function fromFields(value: object, walk: Walk): Json {
  let fields: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    if (walk.left < 0) break;
    const field = toJson(read(value, key), walk);
    if (field === undefined) continue;
    // What a prototype has, such as `__proto__`, cannot be assigned as a field.
    if (key in fields) fields = { ...fields, [key]: field };
    else fields[key] = field;
  }
  return fields;
}

function fromError(error: Error, walk: Walk): SerializedError {
  const message = read(error, "message");
  const cause = read(error, "cause");
  const members = membersOf(error);
  const count = read(members, "length");
  return {
    error: typeName(error),
    message: typeof message === "string" ? message : "",
    ...(cause !== undefined && { cause: toJson(cause, walk) ?? null }),
    ...(members && { errors: fromArray(members, walk, typeof count === "number" ? Math.min(count, maxMembers) : 0) }),
  };
}

/** The class of an error: its name, unless a subclass did not bother to set one. */
function typeName(error: Error): string {
  const names = [read(error, "name"), read(read(error, "constructor"), "name")];
  return names.find((name): name is string => typeof name === "string" && name !== "" && name !== "Error") ?? "Error";
}
