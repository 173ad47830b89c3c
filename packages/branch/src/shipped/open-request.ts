import type { ActionRequest } from "@acta/messages";
import type { Request } from "./call.js";
import { RecordedFault } from "./faults.js";

/** An object or an instance of a class with both keys, or a request message; anything else throws before authorization. (ADR-0012 D2) */
export function openRequest(envelope: unknown): Request {
  if (typeof envelope !== "object" || envelope === null || Array.isArray(envelope)) return refuse();
  if (isMessage(envelope)) return { function: envelope.content.function, arguments: envelope.content.arguments, message: envelope };
  if (!("function" in envelope && "arguments" in envelope)) return refuse();
  return { function: envelope.function, arguments: envelope.arguments, message: null };
}

function isMessage(envelope: object): envelope is ActionRequest {
  return "kind" in envelope && envelope.kind === "action_request";
}

function refuse(): never {
  throw new RecordedFault(
    "ValueError",
    "invalid_envelope",
    "action_request must be an ActionRequest, BaseModel with 'function' and 'arguments', or dict with 'function' and 'arguments'.",
  );
}
