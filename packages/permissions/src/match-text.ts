import { type CallContext, canonicalJson, type Json, type JsonObject } from "@acta/governance";
import { joinWords, quoteWord } from "./join-words.js";
import { normalizePath } from "./normalize-path.js";
import { type ParsedProgram, parseProgram } from "./parse-program.js";
import { printable } from "./printable.js";
import { findSuspicion } from "./suspicious-text.js";
import { Text } from "./text.js";
import type { MatchedArgument } from "./tool-description.js";

/** What the patterns see of a call. */
export type MatchText = ReadableText | UnreadableText;

export interface ReadableText {
  readonly readable: true;
  /** The one text that rules which allow are matched against: different calls have different ones. */
  readonly exact: Text;
  /** Further texts, any of which is enough for a rule that denies or escalates. */
  readonly wide: readonly Text[];
}
/** The arguments do not have the text: counts as a match for deny and escalate, as none for allow. */
export interface UnreadableText {
  readonly readable: false;
  /** A sentence. */
  readonly problem: string;
  /** Set when the text is there, and is a program with more than words in it. */
  readonly program?: Extract<ParsedProgram, { ok: false }>;
}

/** One argument, or several as one: its exact form, and others that mean the same to who runs the call. Every field has as many, or none. */
interface Field {
  readonly readable: true;
  readonly exact: string;
  readonly others?: () => readonly [string, string, string];
}

export function readMatchText(call: CallContext, matched: readonly MatchedArgument[] | undefined): MatchText {
  if (matched === undefined) return new WholeArguments(call.arguments);
  const only = matched.length === 1 ? matched[0] : undefined;
  const field = only === undefined ? readFields(call, matched) : readField(call, only);
  return field.readable ? new NamedArguments(field) : field;
}

/** The arguments that a description names; other texts than the exact one are made only for rules that look. */
class NamedArguments implements ReadableText {
  readonly readable = true;
  readonly exact: Text;
  readonly #others: Field["others"];
  #wide: readonly Text[] | undefined;

  constructor({ exact, others }: Field) {
    this.exact = new Text(exact);
    this.#others = others;
  }

  get wide(): readonly Text[] {
    this.#wide ??= textsBeside(this.exact.source, this.#others?.() ?? []);
    return this.#wide;
  }
}

function textsBeside(exact: string, others: readonly string[]): readonly Text[] {
  return others.filter((text, index) => text !== exact && others.indexOf(text) === index).map((text) => new Text(text));
}

function readFields(call: CallContext, matched: readonly MatchedArgument[]): Field | UnreadableText {
  const fields: Field[] = [];
  for (const argument of matched) {
    const field = readField(call, argument);
    if (!field.readable) return field;
    fields.push(field);
  }
  return { readable: true, exact: joined(fields), others: () => joinedOthers(fields) };
}

/** Only the last may hold spaces of its own, or two arguments could pass for one another. */
function joined(fields: readonly Field[]): string {
  const last = fields.length - 1;
  return fields.map(({ exact }, index) => (index < last ? quoteWord(exact) : exact)).join(" ");
}

function joinedOthers(fields: readonly Field[]): [string, string, string] {
  const others = fields.map(({ exact, others }) => others?.() ?? [exact, exact, exact]);
  const joinedAt = (index: 0 | 1 | 2) => others.map((each) => each[index]).join(" ");
  return [joinedAt(0), joinedAt(1), joinedAt(2)];
}

function readField(call: CallContext, { name, kind, optional }: MatchedArgument): Field | UnreadableText {
  const value = Object.hasOwn(call.arguments, name) ? (call.arguments[name] ?? null) : null;
  if (value === null && optional === true) return { readable: true, exact: "" };
  if (typeof value !== "string") return { readable: false, problem: `Argument ${JSON.stringify(name)} is not a text.` };
  if (kind === "program") return readProgram(value, name);
  return kind === "path" ? readPath(value, name) : { readable: true, exact: value };
}

/** A folder is the same with a slash at its end and without, and many tools drop one after the name of a file. */
function readPath(path: string, name: string): Field | UnreadableText {
  if (isAmbiguousPath(path)) {
    return { readable: false, problem: `Argument ${JSON.stringify(name)} is a path that systems read differently.` };
  }
  if (findSuspicion(path)) {
    return { readable: false, problem: `Argument ${JSON.stringify(name)} is a path that people read differently: ${printable(path)}` };
  }
  const exact = normalizePath(path);
  return { readable: true, exact, others: () => otherPaths(path, exact) };
}

function otherPaths(path: string, exact: string): [string, string, string] {
  const bare = exact.length > 1 && exact.endsWith("/") ? exact.slice(0, -1) : exact;
  return [path, bare, bare === "" || bare === "/" ? bare : `${bare}/`];
}

/** A NUL may end it early; `..` between backslashes climbs where these part names. */
function isAmbiguousPath(path: string): boolean {
  return path.includes("\0") || path.split("/").some((name) => name.includes("\\") && name.split("\\").includes(".."));
}

function readProgram(text: string, name: string): Field | UnreadableText {
  const program = parseProgram(text);
  if (!program.ok) {
    const problem = `Argument ${JSON.stringify(name)} is more than words and quotes: ${program.problem} at ${program.at}.`;
    return { readable: false, problem, program };
  }
  const { words } = program;
  return { readable: true, exact: joinWords(words), others: () => otherPrograms(words) };
}

function otherPrograms(words: readonly string[]): [string, string, string] {
  const joined = words.join(" ");
  const folder = words[0]?.lastIndexOf("/") ?? -1;
  const short = joined.slice(folder + 1);
  return [joined, short, short];
}

/** All arguments of a tool that is not described; made only for patterns that look. */
class WholeArguments implements ReadableText {
  readonly readable = true;
  readonly #arguments: Json;
  #exact: Text | undefined;
  #wide: readonly Text[] | undefined;

  constructor(value: Json) {
    this.#arguments = value;
  }

  get exact(): Text {
    this.#exact ??= new Text(canonicalJson(this.#arguments));
    return this.#exact;
  }

  /**
   * The values, each on its own and all joined by one space, so that a denied word is found without the quotes and escapes of JSON. Joined in
   * the order of their keys too: the order in which they are given is the caller's to choose.
   */
  get wide(): readonly Text[] {
    this.#wide ??= textsOf(this.#arguments);
    return this.#wide;
  }
}

function textsOf(value: Json): readonly Text[] {
  const values = leaves(value, (keys) => keys);
  const joined = [values, leaves(value, (keys) => keys.sort())].map((list) => list.join(" "));
  return Array.from(new Set([...values, ...joined]), (text) => new Text(text));
}

function leaves(value: Json | undefined, order: (keys: string[]) => string[]): string[] {
  if (typeof value !== "object" || value === null) return value === undefined ? [] : [String(value)];
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, order));
  const record = value as JsonObject;
  return order(Object.keys(record)).flatMap((key) => leaves(record[key], order));
}
