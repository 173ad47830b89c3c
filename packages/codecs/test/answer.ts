import { type ActionError, type ActionResponse, createActionRequest, createActionResponse, type Json } from "@acta/messages";
import type { ToolCall } from "../src/tool-call.js";

/** The response of a branch to a call. */
export function answer(call: ToolCall, output: Json, error: ActionError | null = null): ActionResponse {
  return createActionResponse({ request: createActionRequest(call), output, error, id: `response-${call.correlationId}`, createdAt: 0 });
}

export const call: ToolCall = { function: "add", arguments: "{}", correlationId: "call_1" };
export const failure: ActionError = { code: "tool_failed", message: "The disk is full." };
export const denial: ActionError = { code: "gate_denied", message: "No." };
