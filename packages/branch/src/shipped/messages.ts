import { interruptible } from "@acta/actions/shipped";
import { serialize } from "@acta/event";
import type { Json } from "@acta/governance";
import type { ActionRequest, ActionResponse, Message } from "@acta/messages";
import { append } from "./append.js";
import type { Call } from "./call.js";
import { emit, emitIsolated } from "./emit.js";
import { oneOrGroup, RecordedFault } from "./faults.js";

/** The request in history: a message that is there stays as it is, anything else becomes one, from the branch to `recipient`. */
export async function ensureRequest(call: Call, recipient: string): Promise<ActionRequest> {
  const { message } = call.request;
  const known = message && call.scope.views.messages.get(message.id);
  if (known?.kind === "action_request") return known;
  const request = message ?? createRequest(call, recipient);
  await addMessage(call, request);
  return request;
}

/** Null has no response: the request is added again, which changes nothing, and is told to everybody once more. (ADR-0012 D2, D3) */
export async function addResponse(call: Call, request: ActionRequest, output: unknown, sender: string | null = null): Promise<void> {
  if (output === null || output === undefined) return tell(call, call.scope.views.messages.get(request.id) ?? request);
  await addMessage(call, createResponse(call, request, output, sender));
}

async function addMessage(call: Call, message: Message): Promise<void> {
  call.signal?.throwIfAborted();
  const body = serialize(message) as unknown as Json;
  await interruptible(append(call, `${message.id}:message`, "message.added", body), call.signal);
  call.scope.views.messages.add(message);
  await tell(call, message);
}

/** History is changed first. All callbacks run; then what they threw is thrown, one error as it is, several as a group. */
async function tell(call: Call, message: Message): Promise<void> {
  void emitIsolated(call, () => emit(call, { kind: "message", callId: call.id, message }));
  const errors: unknown[] = [];
  for (const callback of call.scope.callbacks) {
    try {
      await interruptible(Promise.resolve(callback(message)), call.signal);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw oneOrGroup(errors, "on_message_added hooks failed");
}

/** Not frozen through and through like other messages: it holds the live arguments. */
function createRequest(call: Call, recipient: string): ActionRequest {
  const { function: name, arguments: raw } = call.request;
  if (typeof name !== "string") {
    throw new RecordedFault("ValidationError", "invalid_envelope", "Function must be a string or callable");
  }
  return Object.freeze({
    ...envelope(call, call.scope.branchId, recipient),
    kind: "action_request",
    content: Object.freeze({ function: name, arguments: contentArguments(raw) as Json, actionResponseId: null }),
  });
}

function createResponse(call: Call, request: ActionRequest, output: unknown, sender: string | null): ActionResponse {
  const { function: name, arguments: args } = request.content;
  return Object.freeze({
    ...envelope(call, sender, sender),
    kind: "action_response",
    content: Object.freeze({ function: name, arguments: args, output: output as Json, actionRequestId: request.id, error: null }),
    success: true,
  });
}

function envelope({ scope: { runtime } }: Call, sender: string | null, recipient: string | null) {
  return { id: runtime.id(), createdAt: runtime.now(), role: "action", sender, recipient, metadata: {}, correlationId: null } as const;
}

/** A message holds an object: JSON text is parsed, a list becomes its places, and what is nothing of the kind becomes empty. */
function contentArguments(raw: unknown): unknown {
  if (typeof raw === "object" && raw !== null) return { ...raw };
  try {
    const parsed: unknown = typeof raw === "string" ? JSON.parse(raw) : null;
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
