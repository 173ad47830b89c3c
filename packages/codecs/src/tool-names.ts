import { CodecError } from "./codec-error.js";
import { freeName } from "./short-hash.js";

/**
 * The names under which a provider knows some tools. A name that the provider refuses has an alias: it follows from the names alone, is no other tool's name
 * or alias, and is for the provider only: what is authorized, run and recorded is called by the real name.
 */
export interface ToolNames {
  /** Real name to the one that the provider knows, of every tool. */
  readonly written: ReadonlyMap<string, string>;
  /** The name that the provider knows; a name that is none of these tools is returned as it is. */
  aliasOf(name: string): string;
  /** The real name; anything but an alias of these tools is returned as it is, so that it stays as unknown as it was. */
  nameOf(written: string): string;
}

/** Throws `duplicate_tool` where two tools have one name. */
export function toolNames(names: readonly string[], accepted: RegExp): ToolNames {
  const taken = new Set(names);
  if (taken.size < names.length) {
    const repeated = names.find((name, index) => names.indexOf(name) < index);
    throw new CodecError("duplicate_tool", `Two tools have the name ${JSON.stringify(repeated)}.`);
  }
  const aliases = new Map<string, string>();
  // In order of the names, so that the order of the list does not matter.
  for (const name of [...taken].sort()) if (!accepted.test(name)) aliases.set(name, freeAlias(name, taken));
  return fromMap(new Map(names.map((name) => [name, aliases.get(name) ?? name])));
}

/** With names that came up in a history too: those of tools that are gone, or never were. */
export function withOthers(known: ToolNames | undefined, others: Iterable<string>, accepted: RegExp): ToolNames {
  const written = new Map(known?.written);
  const unlisted = new Set(others);
  const taken = new Set([...written.keys(), ...written.values(), ...unlisted]);
  const isAlias = (name: string) => known !== undefined && known.nameOf(name) !== name;
  for (const name of [...unlisted].sort()) {
    if (!written.has(name)) written.set(name, accepted.test(name) && !isAlias(name) ? name : freeAlias(name, taken));
  }
  return fromMap(written);
}

function fromMap(written: ReadonlyMap<string, string>): ToolNames {
  const names = new Map(Array.from(written, ([name, alias]) => [alias, name]));
  return { written, aliasOf: (name) => written.get(name) ?? name, nameOf: (alias) => names.get(alias) ?? alias };
}

/** Taken by every provider: letters, digits and underscores, not a digit first, at most 64 of them. */
function freeAlias(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^a-zA-Z0-9_]/g, "_").replace(/^(?=\d)/, "_");
  return freeName(name, taken, (hash) => `${plain.slice(0, 54)}_${hash}`);
}
