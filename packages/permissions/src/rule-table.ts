import { CompiledRule, type TableName } from "./compiled-rule.js";
import type { FileSystemView } from "./file-system-view.js";
import type { PermissionRules } from "./policy-data.js";

export interface TableOptions {
  /** One name for all that mean the same tool, where the table widens. */
  readonly widen?: ((name: string) => string) | undefined;
  readonly fileSystem?: FileSystemView | undefined;
}

/** The rules of one table that may hold for a tool, in the order in which they are asked. */
export interface Candidates {
  readonly tool: string;
  /** Of the tool's own key. */
  readonly own: readonly CompiledRule[];
  /** Of all keys that mean the tool, its own among them. */
  readonly named: readonly CompiledRule[];
  /** Of the key `*`. */
  readonly any: readonly CompiledRule[];
}

const none: readonly CompiledRule[] = [];

/** The rules of one table, found by the name of a tool. */
export class RuleTable {
  readonly #byKey: ReadonlyMap<string, readonly CompiledRule[]>;
  /** Only where several keys, or other names than the key, mean one tool. */
  readonly #byWideName = new Map<string, CompiledRule[]>();
  readonly #widen: TableOptions["widen"];

  constructor(table: TableName, rules: PermissionRules, { widen, fileSystem }: TableOptions = {}) {
    this.#widen = widen;
    const compile = (tool: string) => (rules[tool] ?? []).map((rule, index) => new CompiledRule(table, tool, index, rule, fileSystem));
    // Sorted, because the order of keys is no part of JSON data.
    this.#byKey = new Map(
      Object.keys(rules)
        .sort()
        .map((tool) => [tool, compile(tool)]),
    );
    if (widen === undefined) return;
    for (const [key, compiled] of this.#byKey) {
      if (key === "*") continue;
      const group = this.#byWideName.get(widen(key));
      if (group) group.push(...compiled);
      else this.#byWideName.set(widen(key), [...compiled]);
    }
  }

  candidates(tool: string): Candidates {
    return {
      tool,
      own: this.#byKey.get(tool) ?? none,
      named: (this.#widen && this.#byWideName.get(this.#widen(tool))) ?? none,
      any: (tool === "*" ? undefined : this.#byKey.get("*")) ?? none,
    };
  }

  /** Whether names may differ in case, and by alias. */
  get widens(): boolean {
    return this.#widen !== undefined;
  }

  /** The keys in their order, with their rules. */
  get keys(): ReadonlyMap<string, readonly CompiledRule[]> {
    return this.#byKey;
  }
}

/** All of them, each once. */
export function* inOrder({ tool, own, named, any }: Candidates): Generator<CompiledRule> {
  yield* own;
  for (const compiled of named) if (compiled.rule.tool !== tool) yield compiled;
  yield* any;
}
