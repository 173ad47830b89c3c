import type { Json, JsonObject } from "@acta/governance";
import type { ActionResponse } from "@acta/messages";
import { denialOutput } from "../denial-output.js";
import type { Outcome } from "../outcome.js";
import type { ActionResponseModel } from "../response-model.js";
import type { Call } from "./call.js";

/** How a call ended, and what was stored of it. */
export interface Settled {
  readonly outcome: Outcome;
  /** The event, in JSON. */
  readonly record: Json;
  readonly response: ActionResponse | null;
}

/** What went wrong, as an error: for hooks, and for who asked to have it thrown. */
export function errorOf(call: Call, outcome: Outcome): Error {
  return call.error ?? call.event?.execution.error ?? new Error(outcome.error?.message);
}

/** Of a call that succeeded: the tool's own value; what the record has of it where somebody else settled the call. */
export function outputOf(call: Call, { record }: Settled): unknown {
  return call.event ? call.event.execution.response : (record as { readonly execution: { readonly response: Json } }).execution.response;
}

/** What `act` gives for a call. */
export function toModel(call: Call, settled: Settled): ActionResponseModel {
  const { outcome, response } = settled;
  const { requestId, function: name, asked } = call.proposal;
  const { id: callId, attempt, decision } = call;
  if (outcome.kind === "succeeded") {
    const output = outputOf(call, settled);
    return { callId, requestId, attempt, decision, response, function: name, arguments: asked, success: true, output, outcome };
  }
  const output: JsonObject | null = outcome.kind === "denied" ? denialOutput(outcome.error.code, name) : null;
  return { callId, requestId, attempt, decision, response, function: name, arguments: asked, success: false, output, outcome };
}
