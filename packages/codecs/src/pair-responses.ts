import type { ActionRequest, ActionResponse, Message } from "@acta/messages";
import { CodecError } from "./codec-error.js";

/** The responses by request id; all of them first, because they may stand anywhere. Throws `broken_history` for what no provider takes and nobody can guess. */
export function pairResponses(messages: readonly Message[]): ReadonlyMap<string, ActionResponse> {
  const requests = new Map<string, ActionRequest>();
  const responses = new Map<string, ActionResponse>();
  for (const message of messages) {
    if (message.kind === "action_request") {
      if (requests.has(message.id)) throw broken(`The request ${message.id} is in it twice.`);
      requests.set(message.id, message);
    } else if (message.kind === "action_response") {
      const { actionRequestId } = message.content;
      if (responses.has(actionRequestId)) throw broken(`The request ${actionRequestId} has two responses.`);
      responses.set(actionRequestId, message);
    }
  }
  for (const id of responses.keys()) if (!requests.has(id)) throw broken(`The request ${id}, which has a response, is not in it.`);
  for (const { id, content } of requests.values()) {
    if (content.actionResponseId !== null && !responses.has(id)) throw broken(`The response to the request ${id} is not in it.`);
  }
  return responses;
}

function broken(what: string): CodecError {
  return new CodecError("broken_history", `The history cannot be written. ${what}`);
}
