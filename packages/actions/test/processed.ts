import type { JsonObject } from "@acta/governance";
import { FunctionCalling, type FunctionCallingInit } from "../src/function-calling.js";
import { type AgentProcessors, type Processor, withProcessors } from "../src/processors.js";
import type { Tool } from "../src/tool.js";
import { toolOf } from "./tool.js";

/** A call of a tool with these processors; `ran` has what it ran with. */
export function processed(
  agent: AgentProcessors,
  input: JsonObject = {},
  more: Partial<Tool> = {},
  init: Partial<FunctionCallingInit> = {},
) {
  const ran: unknown[] = [];
  const run = (given: unknown) => {
    ran.push(given);
    return { given };
  };
  const tool = withProcessors(toolOf({ run, ...more }), agent);
  return { event: new FunctionCalling({ tool, arguments: input, ...init }), ran };
}

/** A table with these processors, for every tool. */
export function every(...processors: readonly Processor[]): { readonly "*": readonly Processor[] } {
  return { "*": processors };
}
