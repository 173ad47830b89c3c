import { type ErrorSpec, errorSpec } from "../format.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import { parse } from "../parse.js";
import { Untranslatable } from "../untranslatable.js";
import { createError, textOf, typeOf } from "./errors.js";

/** A typed model: an instance of a class, not plain data. */
export class Model {
  constructor(fields: object) {
    Object.assign(this, fields);
  }
}

/** A data class. */
class DataRecord extends Model {}

/** Work that begins when somebody awaits it. */
export class Awaitable {
  wasStarted = false;

  constructor(work: () => unknown) {
    const start = (...handlers: Parameters<Promise<unknown>["then"]>) => {
      this.wasStarted = true;
      return new Promise((resolve) => resolve(work())).then(...handlers);
    };
    Reflect.set(this, "then", start);
  }
}

/** What no JSON serializer accepts. */
class Opaque {
  toJSON(): never {
    throw new TypeError("not serializable");
  }
}

class Color {
  readonly value = "red";
  toJSON(): string {
    return this.value;
  }
}

/** The value that JSON stands for: tagged objects become what they name, deeply. */
export function decode(json: Json): unknown {
  if (Array.isArray(json)) return json.map(decode);
  if (!isObject(json)) return json;
  if ("$value" in json) return fromTag(json as JsonObject);
  const unknown = Object.keys(json).find((key) => key.startsWith("$") && key !== "$model_args");
  if (unknown !== undefined) throw new Untranslatable(`unknown tag ${unknown}`);
  return "$model_args" in json ? explicitFields(json) : decodeFields(json as JsonObject);
}

export function decodeFields(fields: JsonObject): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(fields).map(([key, item]) => [key, decode(item)]));
}

/** Arguments are plain data here, so a typed model as arguments is what it was explicitly given. */
function explicitFields(json: { readonly [key: string]: unknown }): unknown {
  const { set } = json.$model_args as { readonly set: JsonObject };
  return decodeFields(set);
}

function fromTag(tagged: JsonObject): unknown {
  switch (tagged.$value) {
    case "tuple":
      return (tagged.items as readonly Json[]).map(decode);
    case "set":
      return new Set((tagged.items as readonly Json[]).map(decode));
    case "bytes":
      return new TextEncoder().encode(String(tagged.text));
    case "nan":
      return Number.NaN;
    case "enum":
      return new Color();
    case "record":
      return new DataRecord(decodeFields(tagged.fields as JsonObject));
    case "model":
      return new Model(decodeFields(tagged.fields as JsonObject));
    case "datetime":
      return new Date(String(tagged.iso));
    case "opaque":
      return new Opaque();
    case "cyclic_list":
      return cyclicList();
    case "awaitable":
      return new Awaitable(() => decode(tagged.of ?? null));
    case "resolved_future":
      return Promise.resolve(decode(tagged.of ?? null));
    case "exception":
      return createError(parse<ErrorSpec>(errorSpec, tagged.error, "error"));
    default:
      throw new Untranslatable(`unknown value ${JSON.stringify(tagged.$value)}`);
  }
}

function cyclicList(): unknown[] {
  const list: unknown[] = [];
  list.push(list);
  return list;
}

/** The opposite of `decode`, for observations. */
export function encode(value: unknown, around: readonly unknown[] = []): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : { $value: "nan" };
    case "undefined":
      return null;
    case "object":
      return value === null ? null : fromInstance(value, around);
    default:
      return { $value: typeof value };
  }
}

function fromInstance(value: object, around: readonly unknown[]): Json {
  if (around.includes(value)) return { $value: "cyclic_list" };
  const inside = (item: unknown) => encode(item, [...around, value]);
  const fields = () => Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item)]));
  if (Array.isArray(value)) return value.includes(value) ? { $value: "cyclic_list" } : value.map(inside);
  if (value instanceof Set) return { $value: "set", items: [...value].map(inside) };
  if (value instanceof Uint8Array) return { $value: "bytes", text: new TextDecoder().decode(value) };
  if (value instanceof Date) return { $value: "datetime", iso: localText(value) };
  if (value instanceof Error) return { $exception: { type: typeOf(value), message: textOf(value) } };
  if (value instanceof Awaitable) return { $value: "awaitable" };
  if (value instanceof Promise) return { $value: "resolved_future" };
  if (value instanceof Opaque) return { $value: "opaque" };
  if (value instanceof Color) return { $value: "enum", value: value.value };
  if (value instanceof DataRecord) return { $value: "record", fields: fields() };
  if (value instanceof Model) return { $value: "model", fields: fields() };
  return fields();
}

/** As the vectors write it: in local time, without a zone. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().replace(/\.000Z$/, "");
}
