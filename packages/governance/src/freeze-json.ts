import type { Json, JsonObject } from "./json.js";
import { NotJson } from "./not-json.js";

/** Bounds of one copied value. */
export interface JsonLimits {
  /** Levels of nesting. Default 100. */
  readonly maxDepth?: number | undefined;
  /** UTF-16 code units of all strings and keys together. Default 16 Mi. */
  readonly maxLength?: number | undefined;
  /** Properties and elements in all. Default 1,000,000. */
  readonly maxKeys?: number | undefined;
}

/**
 * Copies a value once into deeply frozen plain data, so that what is judged is what runs. (ADR-0012, delta 3)
 *
 * Each property is read exactly once. Refused with `NotJson`: accessors, functions, symbols, class instances, numbers without a JSON form,
 * holes, cycles (they exceed the depth), the key `__proto__`, whatever throws when it is read, and whatever exceeds the limits.
 */
export function freezeJson(value: unknown, limits?: JsonLimits): Json {
  if (value === null || typeof value === "boolean") return value;
  const copier = new Copier(limits);
  try {
    return copier.copy(value, 0);
  } catch (cause) {
    const path = (copier.path ?? []).map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    // Plain data cannot throw; a proxy can, anything.
    throw cause === copier ? new NotJson(copier.problem, path) : new NotJson("a value that cannot be read", path, { cause });
  }
}

class Copier {
  /** Keeps the hidden class: V8 forgets one that no object has, and the code that was compiled for it (docs/performance.md). */
  static readonly specimen = new Copier();
  /** What was refused, and the keys to it, outermost first. */
  problem = "";
  path: (string | number)[] | undefined;
  readonly #depth: number;
  #length: number;
  #keys: number;

  constructor(limits?: JsonLimits) {
    this.#depth = limits?.maxDepth ?? 100;
    this.#length = limits?.maxLength ?? 16 * 1024 * 1024;
    this.#keys = limits?.maxKeys ?? 1_000_000;
  }

  copy(value: unknown, depth: number): Json {
    switch (typeof value) {
      case "string":
        return this.#spend(value);
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) ? value : this.#refuse("a number without a JSON form");
      case "object":
        if (value === null) return null;
        if (depth >= this.#depth) this.#refuse("nested too deep");
        return Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth);
      default:
        return this.#refuse(`a value of type ${typeof value}`);
    }
  }

  #array(value: readonly unknown[], depth: number): Json {
    const { length } = value;
    // Of a proxy it may be anything.
    if (!Number.isSafeInteger(length) || length < 0) this.#refuse("an array without a length");
    this.#spendKeys(length);
    const result: Json[] = [];
    for (let index = 0; index < length; index++) result.push(this.#member(value, index, depth) as Json);
    return Object.freeze(result);
  }

  #object(value: object, depth: number): JsonObject {
    const prototype = Object.getPrototypeOf(value);
    // One level up is enough for Object.prototype of any realm, and for nothing that a class makes.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) this.#refuse("an instance of a class");
    const keys = Object.keys(value);
    this.#spendKeys(keys.length);
    const result: Record<string, Json> = {};
    for (const key of keys) {
      const item = this.#member(value, key, depth);
      if (item !== undefined) result[key] = item;
    }
    return Object.freeze(result);
  }

  #member(owner: object, key: string | number, depth: number): Json | undefined {
    try {
      if (typeof key === "string" && this.#spend(key) === "__proto__") this.#refuse("the key __proto__");
      const item = this.#readOnce(owner, key);
      return item === undefined && typeof key === "string" ? undefined : this.copy(item, depth + 1);
    } catch (error) {
      this.path = [key, ...(this.path ?? [])];
      throw error;
    }
  }

  #spend(text: string): string {
    this.#length -= text.length;
    return this.#length < 0 ? this.#refuse("too large") : text;
  }

  #spendKeys(count: number): void {
    this.#keys -= count;
    if (this.#keys < 0) this.#refuse("too many keys");
  }

  #readOnce(owner: object, key: string | number): unknown {
    const property = Object.getOwnPropertyDescriptor(owner, key);
    if (property === undefined) return this.#refuse("a hole");
    return "value" in property ? property.value : this.#refuse("an accessor");
  }

  /** Throws the copier itself, by which nothing that a proxy throws can be taken for it. */
  #refuse(problem: string): never {
    this.problem = problem;
    throw this;
  }
}
