import { codedError } from "./coded-error.js";

/** Levels of nesting. */
const deepest = 100;

/**
 * The JSON text of plain data; what JSON cannot carry is an error (`not_json`, `too_large`). A property that is undefined is absent.
 * @param {unknown} value
 * @param {number} maxLength in UTF-16 code units
 * @returns {string}
 */
export function jsonText(value, maxLength) {
  check(value, []);
  const text = JSON.stringify(value);
  if (text.length > maxLength) throw codedError("too_large", `the JSON text has ${text.length} characters, more than ${maxLength}`);
  return text;
}

/**
 * @param {unknown} value
 * @param {string[]} path
 */
function check(value, path) {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : refuse(String(value), path);
  if (typeof value !== "object") return refuse(`a value of type ${typeof value}`, path);
  if (path.length >= deepest) return refuse("a value that is nested too deep", path.slice(0, 3));
  if (Array.isArray(value)) for (let index = 0; index < value.length; index++) checkMember(value, String(index), path);
  else checkObject(value, path);
}

/**
 * @param {object} value
 * @param {string[]} path
 */
function checkObject(value, path) {
  const prototype = Object.getPrototypeOf(value);
  // One level up is enough for Object.prototype of any realm, and for nothing that a class makes.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) refuse("an instance of a class", path);
  for (const key of Object.keys(value)) {
    if (key === "__proto__") refuse("the key __proto__", path);
    checkMember(value, key, path);
  }
}

/**
 * @param {object} owner
 * @param {string} key
 * @param {string[]} path
 */
function checkMember(owner, key, path) {
  const property = Object.getOwnPropertyDescriptor(owner, key);
  if (property === undefined) return refuse("a hole", [...path, key]);
  if (!("value" in property)) return refuse("an accessor", [...path, key]);
  if (property.value === undefined && !Array.isArray(owner)) return;
  path.push(key);
  check(property.value, path);
  path.pop();
}

/**
 * @param {string} problem
 * @param {string[]} path
 * @returns {never}
 */
function refuse(problem, path) {
  const place = path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  throw codedError("not_json", `JSON cannot carry ${problem}${place === "" ? "" : ` at ${place}`}`);
}

/**
 * Parsed JSON, so that a tool finds its input as `inline` gives it: it cannot be changed.
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function frozen(value) {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
