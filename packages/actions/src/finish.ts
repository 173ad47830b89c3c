import type { JsonObject } from "@acta/governance";
import { isThenable, settled } from "./thenable.js";
import type { Tool, ToolContext } from "./tool.js";

/** The output as the tool's output schema makes it. Throws where it refuses the output. */
export function checkOutput(tool: Tool, output: unknown): unknown {
  if (tool.output === undefined) return output;
  const result = tool.output["~standard"].validate(output);
  return isThenable(result) ? settled(result).then(acceptOutput) : acceptOutput(result);
}

function acceptOutput(result: unknown): unknown {
  const { issues, value } = result as { readonly issues?: readonly { readonly message: string }[]; readonly value?: unknown };
  if (issues) throw new TypeError(`the output does not fit its schema: ${issues.map((issue) => issue.message).join("; ")}`);
  return value;
}

/** The tool's own postprocessor, then the agent's. */
export function postprocess(tool: Tool, output: unknown, context: ToolContext, input: JsonObject): unknown {
  if (tool.postprocess === undefined && tool.processors === undefined) return output;
  return runPost(tool, output, context, input);
}

async function runPost(tool: Tool, output: unknown, context: ToolContext, input: JsonObject): Promise<unknown> {
  let current = tool.postprocess ? await tool.postprocess(output, context) : output;
  const scope = Object.create(context, {
    toolName: { value: tool.name, enumerable: true },
    arguments: { value: input, enumerable: true },
  });
  for (const processor of tool.processors?.post ?? []) {
    if (!isRecord(current)) break;
    const result = await processor(current, scope);
    if (isRecord(result)) current = result;
  }
  return current;
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
