import type { MatchText } from "./match-text.js";
import { Pattern } from "./pattern.js";
import type { PermissionRules, tableNames } from "./policy-data.js";

export type TableName = (typeof tableNames)[number];

/** One pattern of one table. */
export interface Rule {
  /** Stable within a version of the policy: table, key and place, as in `deny.bash[0]`. */
  readonly id: string;
  readonly table: TableName;
  /** The key that the pattern stands under: the name of a tool, or `*`. */
  readonly tool: string;
  readonly pattern: string;
}

interface CompiledRule {
  readonly rule: Rule;
  readonly compiled: Pattern;
}

/** The rules of one table. `widen` folds the case of names and patterns and follows aliases. */
export class RuleTable {
  readonly #byName = new Map<string, CompiledRule[]>();
  readonly #widen: ((name: string) => string) | undefined;

  constructor(table: TableName, rules: PermissionRules, widen?: (name: string) => string) {
    this.#widen = widen;
    // Sorted, because the order of keys is no part of JSON data.
    for (const tool of Object.keys(rules).sort()) {
      const name = this.#nameOf(tool);
      const compiled = (rules[tool] ?? []).map((pattern, index) => ({
        rule: Object.freeze({ id: `${table}.${tool}[${index}]`, table, tool, pattern }),
        compiled: new Pattern(pattern, widen !== undefined),
      }));
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), ...compiled]);
    }
  }

  /** The rules that match: of the tool's own key, of other keys that mean the tool, of `*`; each in the order of its list. */
  *matching(tool: string, text: MatchText): Generator<Rule> {
    for (const { rule, compiled } of this.#candidates(tool)) if (this.#matches(compiled, text)) yield rule;
  }

  *#candidates(tool: string): Generator<CompiledRule> {
    const named = this.#byName.get(this.#nameOf(tool)) ?? [];
    for (const candidate of named) if (candidate.rule.tool === tool) yield candidate;
    for (const candidate of named) if (candidate.rule.tool !== tool) yield candidate;
    if (tool !== "*") yield* this.#byName.get("*") ?? [];
  }

  #matches(pattern: Pattern, text: MatchText): boolean {
    const widens = this.#widen !== undefined;
    if (!text.readable) return widens;
    if (pattern.acceptsAll || pattern.matches(text.exact)) return true;
    return widens && text.wide.some((wide) => pattern.matches(wide));
  }

  #nameOf(tool: string): string {
    return this.#widen?.(tool) ?? tool;
  }
}
