import type { Json } from "@acta/messages";
import type { IdentifiedAnswer } from "./answers.js";
import { argumentsText } from "./given-arguments.js";
import { isList, isObject, property, textProperty } from "./json-value.js";

export interface OpenAIShellChunk {
  readonly stdout: string;
  readonly stderr: string;
  readonly outcome: { readonly type: "exit"; readonly exit_code: number } | { readonly type: "timeout" };
}

export type OpenAICallOutput =
  | { readonly type: "function_call_output" | "custom_tool_call_output"; readonly call_id: string; readonly output: string }
  | {
      readonly type: "shell_call_output";
      readonly call_id: string;
      readonly output: readonly OpenAIShellChunk[];
      readonly max_output_length?: number;
    };

export type OpenAICallItem =
  | { readonly type: "function_call"; readonly call_id: string; readonly name: string; readonly arguments: string }
  | { readonly type: "custom_tool_call"; readonly call_id: string; readonly name: string; readonly input: string }
  | { readonly type: "shell_call"; readonly call_id: string; readonly action: Json };

/** The kind of a call is told by the arguments as asked, because only functions have theirs as text: a custom tool has `{ input }`, a shell `{ commands }`. */
function kindOf({ name, arguments: asked }: IdentifiedAnswer): "function" | "custom" | "shell" {
  if (name === "shell" && isList(property(asked, "commands"))) return "shell";
  return isObject(asked) && Object.keys(asked).length === 1 && textProperty(asked, "input") !== undefined ? "custom" : "function";
}

/** The item that answers a call. */
export function callOutput(answer: IdentifiedAnswer): OpenAICallOutput {
  const { correlationId, arguments: asked, text } = answer;
  const kind = kindOf(answer);
  if (kind !== "shell")
    return { type: kind === "custom" ? "custom_tool_call_output" : "function_call_output", call_id: correlationId, output: text };
  const limit = property(asked, "max_output_length");
  const output = shellChunks(answer);
  return { type: "shell_call_output", call_id: correlationId, output, ...(typeof limit === "number" && { max_output_length: limit }) };
}

/** The item of the call itself. */
export function callOf(answer: IdentifiedAnswer): OpenAICallItem {
  const { correlationId, name, arguments: asked } = answer;
  switch (kindOf(answer)) {
    case "shell":
      return { type: "shell_call", call_id: correlationId, action: asked };
    case "custom":
      return { type: "custom_tool_call", call_id: correlationId, name, input: textProperty(asked, "input") ?? "" };
    case "function":
      return { type: "function_call", call_id: correlationId, name, arguments: argumentsText(asked) };
  }
}

/** A tool may return the chunks itself, one for each command; any other output is what was printed. */
function shellChunks({ output, error, text }: IdentifiedAnswer): readonly OpenAIShellChunk[] {
  if (isList(output) && output.every(isShellChunk)) return output;
  if (error === null) return [{ stdout: text, stderr: "", outcome: { type: "exit", exit_code: 0 } }];
  return [{ stdout: "", stderr: text, outcome: error.code === "timed_out" ? { type: "timeout" } : { type: "exit", exit_code: 1 } }];
}

function isShellChunk(value: Json): value is Json & OpenAIShellChunk {
  const outcome = property(value, "outcome");
  const isOutcome =
    property(outcome, "type") === "timeout" || (property(outcome, "type") === "exit" && typeof property(outcome, "exit_code") === "number");
  return isOutcome && textProperty(value, "stdout") !== undefined && textProperty(value, "stderr") !== undefined;
}
