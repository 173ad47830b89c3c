import type { Rule } from "../compiled-rule.js";
import type { PermissionPolicyData } from "../policy-data.js";
import { printable } from "../printable.js";
import type { Rulebook } from "../rulebook.js";
import type { Finding } from "./finding.js";

/** Names in a message. */
const maxNamesShown = 12;

/** Tells what is for a tool that is none of those there are: most often a mistyped name. */
export class UnknownTools {
  readonly #book: Rulebook;
  readonly #tools: readonly string[] | undefined;

  /** @param tools undefined: any tool may be there */
  constructor(book: Rulebook, tools: readonly string[] | undefined) {
    this.#book = book;
    this.#tools = tools;
  }

  /** A rule that allows means exactly its name; others also other letter cases and aliases. */
  ofRule({ id, table, tool }: Rule): Finding | undefined {
    const isKnown = tool === "*" || this.#tools === undefined || (table === "allow" ? this.#tools.includes(tool) : this.#mayMean(tool));
    return isKnown ? undefined : this.#about(id, `Rule ${id}`, tool);
  }

  ofDescriptions({ tools = {} }: PermissionPolicyData): Finding[] {
    return Object.keys(tools).flatMap((tool) => (this.#mayMean(tool) ? [] : [this.#about(`tools.${tool}`, "A description", tool)]));
  }

  #mayMean(tool: string): boolean {
    return this.#tools?.some((name) => this.#book.sameTool(name, tool)) ?? true;
  }

  #about(rule: string, what: string, tool: string): Finding {
    const message = printable(`${what} is for ${tool}, and ${listOf(this.#tools ?? [])}.`);
    return { code: "unknown_tool", rule, other: null, message };
  }
}

function listOf(tools: readonly string[]): string {
  if (tools.length === 0) return "there are no tools";
  return `the tools are ${tools.slice(0, maxNamesShown).join(", ")}${tools.length > maxNamesShown ? " and more" : ""}`;
}
