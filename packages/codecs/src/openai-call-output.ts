import type { ActionResponse, Json } from "@acta/messages";
import type { Answer } from "./answers.js";
import { isList, isObject, property, textProperty } from "./json-value.js";
import { responseText } from "./response-text.js";

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

/**
 * The item that answers a call. Its type is that of the call, told by the arguments as asked, because only functions have theirs as text:
 * a custom tool has `{ input }`, and a shell has `{ commands }`.
 */
export function callOutput({ correlationId, response }: Answer): OpenAICallOutput {
  const { function: name, arguments: asked } = response.content;
  if (name === "shell" && isList(property(asked, "commands"))) {
    const limit = property(asked, "max_output_length");
    const output = shellChunks(response);
    return { type: "shell_call_output", call_id: correlationId, output, ...(typeof limit === "number" && { max_output_length: limit }) };
  }
  const isCustom = isObject(asked) && Object.keys(asked).length === 1 && textProperty(asked, "input") !== undefined;
  return { type: isCustom ? "custom_tool_call_output" : "function_call_output", call_id: correlationId, output: responseText(response) };
}

/** A tool may return the chunks itself, one for each command; any other output is what was printed. */
function shellChunks(response: ActionResponse): readonly OpenAIShellChunk[] {
  const { output, error } = response.content;
  if (isList(output) && output.every(isShellChunk)) return output;
  const text = responseText(response);
  if (error === null) return [{ stdout: text, stderr: "", outcome: { type: "exit", exit_code: 0 } }];
  return [{ stdout: "", stderr: text, outcome: error.code === "timed_out" ? { type: "timeout" } : { type: "exit", exit_code: 1 } }];
}

function isShellChunk(value: Json): value is Json & OpenAIShellChunk {
  const outcome = property(value, "outcome");
  const isOutcome =
    property(outcome, "type") === "timeout" || (property(outcome, "type") === "exit" && typeof property(outcome, "exit_code") === "number");
  return isOutcome && textProperty(value, "stdout") !== undefined && textProperty(value, "stderr") !== undefined;
}
