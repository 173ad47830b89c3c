import type { Json, JsonObject } from "@acta/messages";
import { type AiSdkInput, aiSdkFormat } from "./ai-sdk.js";
import { type IdentifiedAnswer, identified } from "./answers.js";
import { defineCodec } from "./codec.js";
import type { Format } from "./format.js";
import { argumentsObject } from "./given-arguments.js";

interface AiSdkUiToolBase {
  /** Of any tool, so that no name can be mistaken for a kind of part. */
  readonly type: "dynamic-tool";
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: JsonObject;
}

export type AiSdkUiToolPart =
  | (AiSdkUiToolBase & { readonly state: "output-available"; readonly output: Json })
  | (AiSdkUiToolBase & { readonly state: "output-error"; readonly errorText: string });

export interface AiSdkUiMessage {
  readonly id: string;
  readonly role: "system" | "user" | "assistant";
  readonly parts: readonly (AiSdkUiToolPart | { readonly type: "text"; readonly text: string })[];
}

export const aiSdkUiFormat: Format<readonly AiSdkUiToolPart[], AiSdkUiMessage> = {
  name: "ai-sdk-ui",
  marks: aiSdkFormat.marks,
  keys: aiSdkFormat.keys,
  isMarked: aiSdkFormat.isMarked,
  isPlausible: aiSdkFormat.isPlausible,
  items: aiSdkFormat.items,
  accepts: aiSdkFormat.accepts,
  write: (answers) => identified(answers).map(toolPart),
  writeTurn: (turn) => [{ id: `${turn[0]?.id}/calls`, role: "assistant", parts: turn.map(toolPart) }],
  writeMessage: ({ id, role, text }) => ({ id, role, parts: [{ type: "text", text }] }),
};

/** UI messages of the AI SDK, in which a call and its result are one part; `aiSdk` writes model messages. `write` gives the parts, to be put where those of the calls are. */
export const aiSdkUi = defineCodec<AiSdkInput, readonly AiSdkUiToolPart[], AiSdkUiMessage>(aiSdkUiFormat);

function toolPart({ correlationId, name, arguments: given, output, error, text }: IdentifiedAnswer): AiSdkUiToolPart {
  const base = { type: "dynamic-tool", toolName: name, toolCallId: correlationId, input: argumentsObject(given) } as const;
  return error === null ? { ...base, state: "output-available", output } : { ...base, state: "output-error", errorText: text };
}
