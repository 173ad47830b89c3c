import type { FunctionCalling } from "@acta/actions/shipped";
import { isObject, type Json, type JsonObject } from "../json.js";
import { encode } from "../program/values.js";
import { describeError } from "./errors.js";
import type { Labels } from "./labels.js";

export function describeInvocation(invocation: unknown): JsonObject {
  const { function: name, arguments: args } = isObject(invocation) ? invocation : {};
  return { function: encode(name), arguments: encode(args), branch_id: "$branch" };
}

/** An event as it is now. */
export function describeEvent(event: FunctionCalling): JsonObject {
  const { status, response, error, duration } = event.execution;
  return {
    function: event.function,
    arguments: encode(event.arguments),
    status,
    response: encode(response),
    error: typeof error === "string" || error === null ? error : describeError(error),
    duration: duration ?? { $value: "unset" },
  };
}

/** The names that the original has for what a hook gets. */
const names: { readonly [key: string]: string } = {
  callId: "call_id",
  toolName: "tool_name",
  argumentsSummary: "args_summary",
  resultSummary: "result_summary",
  error: "error",
  duration: "duration",
};

/** What the original does not hand to hooks is left out. */
export function describePayload(payload: object, labels: Labels): JsonObject {
  const entries = Object.entries(payload).flatMap(([key, value]): [string, Json][] => {
    const name = names[key];
    if (name === undefined) return [];
    return [[name, key === "callId" ? labels.of("call", String(value)) : encode(value)]];
  });
  return Object.fromEntries(entries);
}

/** As steps look a payload up. */
export function namedPayload(payload: object): object {
  return Object.fromEntries(Object.entries(payload).flatMap(([key, value]) => (names[key] === undefined ? [] : [[names[key], value]])));
}
