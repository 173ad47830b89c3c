import type { Json, JsonObject } from "../src/json.js";
import { toVector, type Vector } from "../src/shipped/vector.js";

/** A vector for the shipped parts, with an expectation of its own. */
export function shippedVector(given: JsonObject, when: JsonObject, then: JsonObject, marks: JsonObject = {}): Vector {
  const [vector] = toVector({ id: "V-1", given, when, then, ...marks });
  if (vector === undefined) throw new Error("it has no expectation");
  return vector;
}

/** The steps of one call that is allowed, on a branch that stands alone; a null output has no response. */
export function callSteps(args: JsonObject, run: readonly JsonObject[], status = "completed", hasResponse = true): readonly JsonObject[] {
  return [
    { step: "authorize", invocation: { function: "f", arguments: args, branch_id: "$branch" }, allowed: true },
    { step: "invoke" },
    ...run,
    { step: "invoke.end", event: "$event1", status },
    { step: "log", entry: "event", event: "$event1" },
    { step: "message.add", message: "$req1", kind: "ActionRequest", index: 0 },
    hasResponse
      ? { step: "message.add", message: "$resp1", kind: "ActionResponse", index: 1 }
      : { step: "message.add", message: "$req1", kind: "ActionRequest", index: 0, re_added: true },
  ];
}

export const bodySteps = (args: JsonObject, outcome = "returned"): readonly JsonObject[] => [
  { step: "tool.start", tool: "f", args },
  { step: "tool.end", tool: "f", outcome },
];

export const resultOf = (args: JsonObject, output: Json): Json => [{ function: "f", arguments: args, output }];
