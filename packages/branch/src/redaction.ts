import type { ActionManager, Tool } from "@acta/actions";
import { serialize } from "@acta/event";
import { canonicalJson, freezeJson, type Json, type JsonObject } from "@acta/governance";
import { deepFreeze } from "./deep-freeze.js";

/** Rewrites what may not be kept of a call: its arguments (`input`) or what its tool answered (`output`), in JSON form. */
export type Redact = (value: Json, about: { readonly function: string; readonly part: "input" | "output" }) => Json;

/** Names, of arguments and of what an output has. */
interface Fields {
  readonly input: readonly string[];
  readonly output: readonly string[];
}

/** What stands where something may not be kept. */
export const withheld = "<redacted>";

/**
 * What of a call may be stored, logged, shown to hooks and observers, and exported: the fields that its tool names are withheld, then the
 * host's own `redact` rewrites the rest. Policies and the tool see everything.
 */
export class Redaction {
  readonly #function: string;
  readonly #fields: Fields;
  readonly #redact: Redact | undefined;

  private constructor(name: string, fields: Fields, redact: Redact | undefined) {
    this.#function = name;
    this.#fields = fields;
    this.#redact = redact;
  }

  /** Null where everything may be kept. */
  static of(name: string, actions: ActionManager, redact: Redact | undefined): Redaction | null {
    const { input = [], output = [] } = actions.resolve(name)?.redact ?? {};
    return input.length + output.length === 0 && redact === undefined ? null : new Redaction(name, { input, output }, redact);
  }

  /** With these fields withheld too. */
  static more(name: string, before: Redaction | null, { input = [], output = [] }: NonNullable<Tool["redact"]>): Redaction {
    if (before === null) return new Redaction(name, { input, output }, undefined);
    const fields = before.#fields;
    return new Redaction(name, { input: union(fields.input, input), output: union(fields.output, output) }, before.#redact);
  }

  /** Whether an argument of this name is withheld. */
  withholds(field: string): boolean {
    return this.#fields.input.includes(field);
  }

  /** Whether `kept` is what may be kept of these arguments, and not all of them. */
  completes(whole: Json, kept: Json): boolean {
    return canonicalJson(this.input(whole)) === canonicalJson(kept) && isRedacted(kept, whole);
  }

  /** Arguments, as an object or as the JSON text that they came in. Text that hides its fields is withheld whole. */
  input(value: Json): Json {
    const { input } = this.#fields;
    if (typeof value !== "string" || input.length === 0) return this.#rewrite(withhold(value, input), "input");
    try {
      return this.#rewrite(JSON.stringify(withhold(JSON.parse(value), input)), "input");
    } catch {
      return withheld;
    }
  }

  output(value: unknown): Json {
    return this.#rewrite(withhold(serialize(value), this.#fields.output), "output");
  }

  /** A redactor that fails must not be what lets a secret out. */
  #rewrite(kept: Json, part: "input" | "output"): Json {
    if (this.#redact === undefined) return kept;
    try {
      return freezeJson(this.#redact(kept, { function: this.#function, part }));
    } catch {
      return withheld;
    }
  }
}

/** Whether something is missing in what is kept. */
export const isRedacted = (kept: Json, whole: Json): boolean => kept !== whole && canonicalJson(kept) !== canonicalJson(whole);

/** What has no fields of its own may hold them somewhere inside, and is withheld whole. */
function withhold(value: Json, fields: readonly string[]): Json {
  if (fields.length === 0 || value === null) return value;
  if (typeof value !== "object" || Array.isArray(value)) return withheld;
  const record = value as JsonObject;
  const hidden = fields.filter((field) => Object.hasOwn(record, field));
  return hidden.length === 0 ? value : deepFreeze({ ...record, ...Object.fromEntries(hidden.map((field) => [field, withheld])) });
}

const union = (some: readonly string[], more: readonly string[]): readonly string[] => [...new Set([...some, ...more])];
