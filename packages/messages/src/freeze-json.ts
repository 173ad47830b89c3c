import { MessageError } from "./message-error.js";

const depthLimit = 1000;

/** What was frozen here needs no second look, and no second copy. */
const known = new WeakSet<object>();

/**
 * A deeply frozen, plain copy, made by reading every property once; nobody's own object is frozen under their hands.
 * Throws {@link MessageError} `invalid_message` for anything that JSON cannot say, and for what cannot be read.
 */
export function freezeJson<T extends object>(value: T): T {
  if (known.has(value)) return value;
  try {
    const copy = freeze(value, 0) as T;
    known.add(copy);
    return copy;
  } catch (cause) {
    throw new MessageError("invalid_message", `A message is plain JSON, less than ${depthLimit} levels deep.`, { cause });
  }
}

function freeze(value: unknown, depth: number): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return value;
  if (typeof value !== "object" || depth === depthLimit) throw new TypeError(`${typeof value} at level ${depth}`);
  return Object.freeze(Array.isArray(value) ? Array.from(value, (item) => freeze(item, depth + 1)) : copyObject(value, depth + 1));
}

function copyObject(value: object, depth: number): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Judged by the length of its prototype chain, because a plain object of another realm has another Object.prototype.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new TypeError(`class instance at level ${depth}`);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member: unknown = value[key as keyof typeof value];
    if (member === undefined) continue;
    // Plain assignment to this one key would set the prototype.
    if (key === "__proto__") Object.defineProperty(copy, key, { value: freeze(member, depth), enumerable: true });
    else copy[key] = freeze(member, depth);
  }
  return copy;
}
