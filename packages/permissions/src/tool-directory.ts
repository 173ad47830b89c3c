import { InvalidPolicy, toPointer } from "./invalid-policy.js";
import type { PermissionPolicyData } from "./policy-data.js";
import { skeleton } from "./skeleton.js";
import { defaultTools, type MatchedArgument, type ToolDescription } from "./tool-description.js";

/** What a policy knows of tools: the defaults, and its own descriptions. */
export class ToolDirectory {
  readonly descriptions: Readonly<Record<string, ToolDescription>>;
  readonly #byName: ReadonlyMap<string, ToolDescription>;
  readonly #byWideName = new Map<string, ToolDescription>();
  readonly #aliases = new Map<string, string>();

  /** Throws `InvalidPolicy` when an alias would name two tools. */
  constructor(own: PermissionPolicyData["tools"]) {
    const entries = merge(own);
    this.descriptions = Object.fromEntries(entries);
    this.#byName = entries;
    const names = new Set([...entries.keys()].map(skeleton));
    for (const [name, description] of entries) {
      const wide = skeleton(name);
      // Where names differ in case only, the folded one speaks for all that are not described.
      if (name === wide || !this.#byWideName.has(wide)) this.#byWideName.set(wide, description);
      for (const [index, alias] of (description.aliases ?? []).entries()) {
        const folded = skeleton(alias);
        const other = this.#aliases.get(folded) ?? (names.has(folded) ? folded : wide);
        if (other !== wide) throw new InvalidPolicy("the alias names another tool too", toPointer(["tools", name, "aliases", index]));
        this.#aliases.set(folded, wide);
      }
    }
  }

  /** One name for all cases, look-alikes and aliases of a tool's name. */
  wideName(name: string): string {
    const folded = skeleton(name);
    return this.#aliases.get(folded) ?? folded;
  }

  /** Every name that the policy or its defaults mention as a tool or alias. */
  names(): string[] {
    return [...this.#byName].flatMap(([name, { aliases = [] }]) => [name, ...aliases]);
  }

  /** The arguments that patterns of this tool see, by its own name or, failing that, by its wide name. */
  matchedArguments(name: string): readonly MatchedArgument[] | undefined {
    return (this.#byName.get(name) ?? this.#byWideName.get(this.wideName(name)))?.arguments;
  }
}

function merge(own: PermissionPolicyData["tools"]): Map<string, ToolDescription> {
  const merged = new Map<string, ToolDescription>(Object.entries(defaultTools));
  for (const [name, description] of Object.entries(own ?? {})) {
    const aliases = [...(merged.get(name)?.aliases ?? []), ...(description.aliases ?? [])];
    merged.set(name, { ...merged.get(name), ...description, aliases });
  }
  return merged;
}
