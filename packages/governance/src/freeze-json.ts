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
export function freezeJson(value: unknown, limits: JsonLimits = {}): Json {
  const copier = new Copier(limits);
  try {
    return copier.copy(value);
  } catch (cause) {
    // Plain data cannot throw; a proxy can, anything.
    throw NotJson.isInstance(cause) ? cause : new NotJson("a value that cannot be read", copier.path, { cause });
  }
}

class Copier {
  readonly #place: (string | number)[] = [];
  readonly #depth: number;
  #length: number;
  #keys: number;

  constructor(limits: JsonLimits) {
    this.#depth = limits.maxDepth ?? 100;
    this.#length = limits.maxLength ?? 16 * 1024 * 1024;
    this.#keys = limits.maxKeys ?? 1_000_000;
  }

  /** Where the copier is, as a JSON pointer. */
  get path(): string {
    return this.#place.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  }

  copy(value: unknown): Json {
    switch (typeof value) {
      case "string":
        return this.#spend(value);
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) ? value : this.#refuse("a number without a JSON form");
      case "object":
        if (value === null) return null;
        if (this.#place.length >= this.#depth) this.#refuse("nested too deep");
        return Array.isArray(value) ? this.#array(value) : this.#object(value);
      default:
        return this.#refuse(`a value of type ${typeof value}`);
    }
  }

  #array(value: readonly unknown[]): Json {
    const { length } = value;
    // Of a proxy it may be anything.
    if (!Number.isSafeInteger(length) || length < 0) this.#refuse("an array without a length");
    this.#spendKeys(length);
    const result: Json[] = [];
    for (let index = 0; index < length; index++) {
      this.#place.push(index);
      result.push(this.copy(this.#readOnce(value, index)));
      this.#place.pop();
    }
    return Object.freeze(result);
  }

  #object(value: object): JsonObject {
    const prototype = Object.getPrototypeOf(value);
    // One level up is enough for Object.prototype of any realm, and for nothing that a class makes.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) this.#refuse("an instance of a class");
    const keys = Object.keys(value);
    this.#spendKeys(keys.length);
    const result: Record<string, Json> = {};
    for (const key of keys) {
      this.#place.push(key);
      if (this.#spend(key) === "__proto__") this.#refuse("the key __proto__");
      const item = this.#readOnce(value, key);
      if (item !== undefined) result[key] = this.copy(item);
      this.#place.pop();
    }
    return Object.freeze(result);
  }

  #readOnce(owner: object, key: string | number): unknown {
    const property = Object.getOwnPropertyDescriptor(owner, key);
    if (property === undefined) return this.#refuse("a hole");
    return "value" in property ? property.value : this.#refuse("an accessor");
  }

  #spend(text: string): string {
    this.#length -= text.length;
    return this.#length < 0 ? this.#refuse("too large") : text;
  }

  #spendKeys(count: number): void {
    this.#keys -= count;
    if (this.#keys < 0) this.#refuse("too many keys");
  }

  #refuse(problem: string): never {
    throw new NotJson(problem, this.path);
  }
}
