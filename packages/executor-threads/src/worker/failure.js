import { codedError } from "./coded-error.js";
import { jsonText } from "./json-text.js";

/** Longest message, stack and thrown value, in UTF-16 code units. */
const longest = 10_000;
/** How many causes are told. */
const deepest = 4;

/**
 * What was thrown, as JSON text: an error with its name, message, code, stack, causes and brands; anything else as it is, if JSON carries it.
 * Never throws.
 * @param {unknown} thrown
 * @returns {string}
 */
export function failureText(thrown) {
  try {
    return JSON.stringify(described(thrown, 0));
  } catch {
    return JSON.stringify(described(codedError("not_json", "what was thrown cannot be read"), 0));
  }
}

/**
 * @param {unknown} thrown
 * @param {number} depth
 * @returns {object}
 */
function described(thrown, depth) {
  if (!isError(thrown)) return describedValue(thrown, depth);
  const { name, message, stack, code, cause } = thrown;
  return {
    error: {
      name: cut(name),
      message: cut(message),
      stack: cut(stack),
      code: typeof code === "number" ? code : cut(code),
      brands: brandsOf(thrown),
      cause: cause === undefined || depth >= deepest ? undefined : described(cause, depth + 1),
    },
  };
}

/**
 * @param {unknown} thrown
 * @param {number} depth
 * @returns {object}
 */
function describedValue(thrown, depth) {
  if (thrown === undefined) return {};
  try {
    return { value: JSON.parse(jsonText(thrown, longest)) };
  } catch (error) {
    return described(codedError("not_json", `something was thrown that JSON cannot carry: ${typeof thrown}`, error), depth);
  }
}

/**
 * Also of another realm.
 * @param {unknown} thrown
 * @returns {thrown is Error & { code?: unknown }}
 */
const isError = (thrown) => thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]";

/** @param {unknown} text */
const cut = (text) => (typeof text === "string" ? text.slice(0, longest) : undefined);

/**
 * By these, errors are known across copies of a package, and across threads.
 * @param {Error} error
 */
function brandsOf(error) {
  return Object.getOwnPropertySymbols(error).flatMap((symbol) => {
    const key = Symbol.keyFor(symbol);
    return key?.startsWith("acta.") && Reflect.get(error, symbol) === true ? [key] : [];
  });
}

/**
 * What `failureText` described. Never throws: a text that is none of its own becomes an error.
 * @param {string} text
 * @returns {unknown}
 */
export function thrownFrom(text) {
  try {
    return thrownOf(JSON.parse(text));
  } catch (cause) {
    return codedError("not_json", "what was thrown cannot be read", cause);
  }
}

/**
 * @param {any} failure
 * @returns {unknown}
 */
function thrownOf(failure) {
  if (typeof failure.error !== "object") return failure.value;
  const { name, message, stack, code, brands, cause } = failure.error;
  const error = new Error(String(message), cause === undefined ? undefined : { cause: thrownOf(cause) });
  if (typeof name === "string") define(error, "name", name);
  if (typeof stack === "string") define(error, "stack", stack);
  if (code !== undefined) Object.assign(error, { code });
  for (const brand of Array.isArray(brands) ? brands : []) if (/^acta\./.test(brand)) define(error, Symbol.for(brand), true);
  return error;
}

/**
 * @param {Error} error
 * @param {PropertyKey} key
 * @param {unknown} value
 */
function define(error, key, value) {
  Object.defineProperty(error, key, { value, configurable: true, writable: true, enumerable: typeof key === "symbol" });
}

/**
 * One line about what `failureText` described.
 * @param {string} text
 */
export function lineOf(text) {
  try {
    return String(thrownFrom(text));
  } catch {
    return "something that has no text";
  }
}
