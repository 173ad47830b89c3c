import { isDictionary } from "@acta/actions/shipped";
import type { Json, JsonObject } from "@acta/governance";
import type { ActionRequest } from "@acta/messages";
import { type Succeeded, succeeded, type Unsuccessful } from "../outcome.js";
import type { ActionResponseModel } from "../response-model.js";
import type { Call } from "./call.js";
import { RecordedFault } from "./faults.js";

/** Throws a `ValidationError` where the arguments are no object: after everything is written. */
export function respond(
  call: Call,
  request: ActionRequest,
  answer: Answer,
  args: unknown = request.content.arguments,
): ActionResponseModel {
  const given = typeof args === "object" && args !== null && !Array.isArray(args);
  if (!given) throw new RecordedFault("ValidationError", "invalid_envelope", "arguments must be an object");
  const response = call.scope.views.messages.responseTo(request.id) ?? null;
  const base = { callId: call.id, requestId: request.id, attempt: call.attempt, decision: null, response };
  const asked = { function: request.content.function, arguments: args as Json };
  return answer.outcome.kind === "succeeded"
    ? { ...base, ...asked, success: true, output: answer.output, outcome: answer.outcome }
    : {
        ...base,
        ...asked,
        success: false,
        output: isDictionary(answer.output) ? (answer.output as JsonObject) : null,
        outcome: answer.outcome,
      };
}

export interface Answer {
  readonly output: unknown;
  readonly outcome: Succeeded | Unsuccessful;
}

/** Blind to the status of the event: a failure that was captured counts as a success with null. (ADR-0012 D3) */
export const returned = (output: unknown): Answer => ({ output, outcome: succeeded });
