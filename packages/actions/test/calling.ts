import type { JsonObject } from "@acta/governance";
import { FunctionCalling, type FunctionCallingInit } from "../src/function-calling.js";
import type { Tool } from "../src/tool.js";
import { toolOf } from "./tool.js";

/** A pending call of a tool, whose arguments are valid already. */
export function calling(tool: Partial<Tool> = {}, input: JsonObject = {}, more: Partial<FunctionCallingInit> = {}): FunctionCalling {
  return new FunctionCalling({ tool: toolOf(tool), arguments: input, ...more });
}
