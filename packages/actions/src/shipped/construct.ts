import type { ActionManager } from "../action-manager.js";
import { isThenable } from "../thenable.js";
import type { Tool } from "../tool.js";
import { toolSchema } from "../tool-schema.js";
import { FunctionCalling } from "./function-calling.js";
import { RecordedError } from "./recorded-error.js";
import { recordedText } from "./recorded-text.js";
import type { RecordedTool } from "./recorded-tool.js";
import { isMapping } from "./values.js";

/** What a manager is asked to call: an object, or a request message. */
export interface RecordedCall {
  readonly function: unknown;
  readonly arguments: unknown;
}

type Arguments = { readonly [name: string]: unknown };

/** Names of parameters that count as variadic. */
const variadic = new Set(["kw", "kwargs", "args"]);

/** An event for a call. What it throws is not captured in any event. (ADR-0012 D1) */
export async function construct(manager: ActionManager, request: unknown): Promise<FunctionCalling> {
  const { function: name, arguments: given } = readCall(request);
  const tool = manager.resolve(name as string);
  if (tool === undefined) throw new RecordedError("ValueError", "unknown_tool", `Function ${recordedText(name)} is not registered.`);
  return new FunctionCalling({ tool, arguments: await prepare(tool, given) });
}

function readCall(request: unknown): RecordedCall {
  if (!isMapping(request)) throw new RecordedError("TypeError", "invalid_envelope", `Unsupported type ${typeof request}`);
  const call = request.kind === "action_request" && isMapping(request.content) ? request.content : request;
  return { function: required(call, "function"), arguments: required(call, "arguments") };
}

function required(call: Arguments, key: string): unknown {
  if (key in call) return call[key];
  throw new RecordedError("KeyError", "invalid_envelope", `'${key}'`);
}

/** What the caller supplied, as the schema makes it; its defaults are not added. JSON text is not parsed. */
async function prepare(tool: RecordedTool, given: unknown): Promise<Arguments> {
  if (!isMapping(given)) throw invalid("the arguments are not an object");
  const asked = { ...given };
  const validated = tool.input["~standard"].validate(asked);
  const result = isThenable(validated) ? await validated : validated;
  if (result.issues) throw invalid(result.issues.map(({ message }) => message).join("; "));
  const args = explicit(asked, result.value);
  if (tool.strict) checkStrict(tool, args);
  else checkMinimum(tool.signature ?? [], args);
  return args;
}

function explicit(asked: Arguments, output: unknown): Arguments {
  if (!isMapping(output)) throw invalid("the schema's output is not an object");
  return Object.fromEntries(Object.entries(output).filter(([name]) => Object.hasOwn(asked, name)));
}

/** Exactly the keys that the schema requires. A schema without that list cannot be judged by. */
function checkStrict(tool: Tool, args: Arguments): void {
  const { required: names } = toolSchema(tool).parameters;
  if (!Array.isArray(names)) throw new RecordedError("KeyError", "invalid_arguments", "'required'");
  const keys = Object.keys(args);
  if (keys.length !== names.length || !names.every((name) => keys.includes(String(name)))) throw invalid();
}

function checkMinimum(signature: NonNullable<RecordedTool["signature"]>, args: Arguments): void {
  const isMissing = signature.some(({ name, optional }) => !optional && !variadic.has(name) && !Object.hasOwn(args, name));
  if (isMissing) throw invalid();
}

function invalid(problem = "arguments must match the function schema"): RecordedError {
  return new RecordedError("ValidationError", "invalid_arguments", problem);
}
