import { type FunctionCalling, NotAdmitted } from "@acta/actions";
import { PermissionError } from "@acta/governance";
import { isObject, type Json } from "../json.js";
import { encode } from "../program/values.js";

/** One event as it ended, without a transaction around it. */
export function observeEvent(event: FunctionCalling | undefined): Json {
  if (event === undefined) return null;
  const { status, response } = event.execution;
  return { function: event.function, arguments: encode(event.arguments), status, response: encode(response), error: errorOf(event) };
}

function errorOf(event: FunctionCalling): Json {
  const { error } = event.execution;
  return error === null ? null : { code: codeOf(event, error) };
}

const phases = {
  preprocess: "preprocess_failed",
  admit: "preprocess_failed",
  run: "tool_failed",
  output: "invalid_output",
  postprocess: "postprocess_failed",
} as const;

function codeOf(event: FunctionCalling, error: Error): Json {
  switch (event.status) {
    case "failed":
      return phases[event.phase];
    case "cancelled":
      return "cancelled";
    case "aborted":
      return "timed_out";
    default:
      return refusalOf(NotAdmitted.isInstance(error) ? error.cause : error);
  }
}

function refusalOf(cause: unknown): Json {
  if (PermissionError.isInstance(cause)) return "permission_denied";
  return isObject(cause) && typeof cause.code === "string" ? cause.code : null;
}
