import type { Branch } from "@acta/branch";
import { type ActionRequest, createActionRequest, createMessage, type Json } from "@acta/messages";
import type { ActionRequestSpec, PastSpec } from "../format.js";
import { decode } from "../program/values.js";

/** Adds what was said before the call; the requests among it, by their handles. */
export async function addHistory(branch: Branch, history: readonly PastSpec[]): Promise<Map<string, ActionRequest>> {
  const requests = new Map<string, ActionRequest>();
  for (const past of history) {
    if ("system" in past) await branch.add(createMessage({ role: "system", content: past.system }));
    else if ("instruction" in past) await branch.add(createMessage({ role: "user", content: past.instruction }));
    else await branch.add(createRequest(past.action_request, requests));
  }
  return requests;
}

/** A request message, noted under its handle where it has one. */
export function createRequest(spec: ActionRequestSpec, requests: Map<string, ActionRequest>): ActionRequest {
  const { function: name, sender, recipient, id } = spec;
  const request = createActionRequest({ function: name, arguments: decode(spec.arguments) as Json, sender, recipient });
  if (id !== undefined) requests.set(id, request);
  return request;
}
