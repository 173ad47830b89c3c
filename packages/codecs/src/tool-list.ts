import type { JsonObject } from "@acta/messages";
import { type ToolNames, toolNames } from "./tool-names.js";
import { wellFormed, wellFormedText } from "./well-formed.js";

/** What a model is told about a tool, such as `branch.actions.schemas()` gives it. */
export interface ToolSchema {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of an object. Default: any object. */
  readonly parameters?: JsonObject | undefined;
}

/** A tool as it goes to a provider: under the name that it takes, and with nothing left out. */
export interface WritableTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export interface ToolList<Written> {
  /** In the provider's shape, in the order given. */
  readonly tools: Written;
  /** To be given to `read`, `write` and `writeHistory`, where a name had to be replaced. */
  readonly names: ToolNames;
}

/** Throws `duplicate_tool`. */
export function writeToolList<Written>(
  tools: readonly ToolSchema[],
  accepted: RegExp,
  write: (tools: readonly WritableTool[]) => Written,
): ToolList<Written> {
  const names = toolNames(
    tools.map(({ name }) => name),
    accepted,
  );
  const writable = tools.map(({ name, description = "", parameters = { type: "object" } }) => ({
    name: names.aliasOf(name),
    description: wellFormedText(description),
    parameters: wellFormed(parameters) as JsonObject,
  }));
  return { tools: write(writable), names };
}
