import type { Json, JsonObject } from "@acta/governance";
import type { Call } from "./call.js";

/** Arguments as they may be stored and shown. */
export function keptInput(call: Call, input: JsonObject): JsonObject {
  const kept = call.proposal.redaction ? call.proposal.redaction.input(input) : input;
  return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as JsonObject) : { redacted: kept };
}

/** An output as it may be shown: the tool's own value where nothing has to be withheld. */
export function keptOutput(call: Call, output: unknown): unknown {
  return call.proposal.redaction ? call.proposal.redaction.output(output) : output;
}

/** A response as it may be stored. */
export function keptResponse(call: Call, response: Json): Json {
  return call.proposal.redaction ? call.proposal.redaction.output(response) : response;
}
