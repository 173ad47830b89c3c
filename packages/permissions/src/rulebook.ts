import type { CompiledRule } from "./compiled-rule.js";
import type { FileSystemView } from "./file-system-view.js";
import { type PermissionPolicyData, tableNames } from "./policy-data.js";
import { type Candidates, inOrder, RuleTable } from "./rule-table.js";
import { findSuspicion } from "./suspicious-text.js";
import type { MatchedArgument, ToolDescription } from "./tool-description.js";
import { ToolDirectory } from "./tool-directory.js";

/** All that a policy has to say about one tool. */
export interface ToolRules {
  readonly matched: readonly MatchedArgument[] | undefined;
  readonly runsPrograms: boolean;
  /** In the order in which they are asked. */
  readonly tables: readonly Candidates[];
  /** All their rules, in that order. */
  readonly ordered: readonly CompiledRule[];
}

/** The rules of a policy by the name of a tool; for names that the policy knows they are looked up once, when it is made. */
export class Rulebook {
  readonly tables: readonly RuleTable[];
  readonly #tools: ToolDirectory;
  readonly #known = new Map<string, ToolRules>();

  constructor(data: PermissionPolicyData, fileSystem: FileSystemView | undefined) {
    this.#tools = new ToolDirectory(data.tools);
    const widen = (name: string) => this.#tools.wideName(name);
    this.tables = tableNames.map((table) => {
      const widens = table !== "allow";
      return new RuleTable(table, data[table] ?? {}, { widen: widens ? widen : undefined, fileSystem });
    });
    for (const name of [...this.#tools.names(), ...this.tables.flatMap((table) => [...table.keys.keys()])]) {
      this.#known.set(name, this.#lookUp(name));
    }
  }

  get descriptions(): Readonly<Record<string, ToolDescription>> {
    return this.#tools.descriptions;
  }

  rulesFor(tool: string): ToolRules {
    return this.#known.get(tool) ?? this.#lookUp(tool);
  }

  /** One name for all that may mean one tool, where rules widen. */
  wideName(tool: string): string {
    return this.#tools.wideName(tool);
  }

  /** Whether two names may mean one tool, where rules widen. */
  sameTool(one: string, other: string): boolean {
    return this.wideName(one) === this.wideName(other);
  }

  #lookUp(tool: string): ToolRules {
    const matched = this.#tools.matchedArguments(tool);
    const isDoubtful = findSuspicion(tool) !== undefined;
    const tables = this.tables.map((table) => (isDoubtful && !table.widens ? nothing(tool) : table.candidates(tool)));
    return {
      matched,
      runsPrograms: matched?.some(({ kind }) => kind === "program") ?? false,
      tables,
      ordered: tables.flatMap((candidates) => [...inOrder(candidates)]),
    };
  }
}

const nothing = (tool: string): Candidates => ({ tool, own: [], named: [], any: [] });
