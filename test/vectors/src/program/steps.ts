import { type ErrorSpec, errorSpec, type Step } from "../format.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import { parse } from "../parse.js";
import { sameJson } from "../same-json.js";
import { Untranslatable } from "../untranslatable.js";
import { createError } from "./errors.js";
import { decode, decodeFields, encode } from "./values.js";

/** One call of a program. */
export interface Frame {
  readonly input: unknown;
  readonly named: { readonly [name: string]: unknown };
  readonly kwargs: { readonly [key: string]: unknown } | undefined;
  /** This call included. */
  readonly calls: number;
}

/** What a step makes of the program; undefined: it goes on. */
type Effect = { readonly returned: unknown } | { readonly waitMs: number } | undefined;

interface Condition {
  readonly arg: string;
  readonly equals: Json;
}

interface Kind {
  /** The key that a step of this kind has beside its own. */
  readonly beside?: "error" | "value" | "ms";
  run(operand: Json, frame: Frame, beside: Json): Effect;
}

const raise = (error: Json): never => {
  throw createError(parse<ErrorSpec>(errorSpec, error, "error"));
};

const kinds: { readonly [kind: string]: Kind } = {
  return: { run: (value) => ({ returned: decode(value) }) },
  return_sum: { run: (names, frame) => ({ returned: sum((names as readonly string[]).map((name) => look(frame, name))) }) },
  return_arg: { run: (name, frame) => ({ returned: look(frame, name as string) }) },
  return_args: { run: (_, frame) => ({ returned: frame.named }) },
  return_input: { run: (_, frame) => ({ returned: frame.input }) },
  return_updated: { run: (fields, frame) => ({ returned: { ...object(frame.input), ...decodeFields(fields as JsonObject) } }) },
  return_wrapped: { run: (key, { input, kwargs }) => ({ returned: { [key as string]: input, ...(kwargs && { kwargs }) } }) },
  mutate: {
    run: (fields, frame) => {
      Object.assign(object(frame.input), decodeFields(fields as JsonObject));
      return undefined;
    },
  },
  raise: { run: raise },
  raise_first: { beside: "error", run: (count, { calls }, error) => (calls <= Number(count) ? raise(error) : undefined) },
  raise_from: { beside: "error", run: (count, { calls }, error) => (calls >= Number(count) ? raise(error) : undefined) },
  raise_if: { beside: "error", run: (condition, frame, error) => (holds(condition, frame) ? raise(error) : undefined) },
  return_if: { beside: "value", run: (condition, frame, value) => (holds(condition, frame) ? { returned: decode(value) } : undefined) },
  sleep_ms: { run: (ms) => ({ waitMs: Number(ms) }) },
  sleep_arg_ms: { run: (name, frame) => ({ waitMs: Number(look(frame, name as string)) }) },
  sleep_first: { beside: "ms", run: (count, { calls }, ms) => (calls <= Number(count) ? { waitMs: Number(ms) } : undefined) },
  sleep_if: { beside: "ms", run: (condition, frame, ms) => (holds(condition, frame) ? { waitMs: Number(ms) } : undefined) },
};

export function runStep(step: Step, frame: Frame): Effect {
  const [name, kind] = kindOf(step);
  return kind.run(step[name] ?? null, frame, (kind.beside && step[kind.beside]) ?? null);
}

/** Everything a step could trip over when it is too late to say so: inside a tool it would look like the tool's failure. */
export function checkStep(step: Step): void {
  const [name, { beside }] = kindOf(step);
  const keys = Object.keys(step).filter((key) => key !== name);
  if (keys.length !== (beside ? 1 : 0) || (beside && keys[0] !== beside))
    throw new Untranslatable(`malformed step ${JSON.stringify(step)}`);
  const error = name === "raise" ? step[name] : step.error;
  if (error !== undefined) createError(parse<ErrorSpec>(errorSpec, error, "error"));
  for (const value of Object.values(step)) decode(value);
}

function kindOf(step: Step): readonly [string, Kind] {
  const name = Object.keys(step).find((key) => Object.hasOwn(kinds, key));
  const kind = name === undefined ? undefined : kinds[name];
  if (name === undefined || kind === undefined) throw new Untranslatable(`unknown step ${JSON.stringify(step)}`);
  return [name, kind];
}

function look(frame: Frame, name: string): unknown {
  if (isObject(frame.named) && Object.hasOwn(frame.named, name)) return frame.named[name];
  throw createError({ type: "KeyError", message: name });
}

function holds(condition: Json, { named }: Frame): boolean {
  const { arg, equals } = condition as unknown as Condition;
  return isObject(named) && Object.hasOwn(named, arg) && sameJson(encode(named[arg]), equals);
}

function object(input: unknown): object {
  if (isObject(input)) return input;
  throw new TypeError("the input is not an object");
}

/** The original's host adds only what is alike, and takes a boolean for a number. */
function sum(terms: readonly unknown[]): unknown {
  const [a, b] = terms.map((term) => (typeof term === "boolean" ? Number(term) : term));
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  throw new TypeError(`cannot add ${typeof a} and ${typeof b}`);
}
