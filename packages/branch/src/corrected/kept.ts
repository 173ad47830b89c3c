import { serialize } from "@acta/event";
import type { Json, JsonObject } from "@acta/governance";
import { shortened } from "../result-limit.js";
import type { Call } from "./call.js";

/** Arguments as they may be stored and shown. */
export function keptInput(call: Call, input: JsonObject): JsonObject {
  const kept = call.redaction?.input(input) ?? input;
  return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as JsonObject) : { redacted: kept };
}

/** The same before the call has ended: what they show then can no longer be withheld, however the call is judged later. */
export function shownInput(call: Call, input: JsonObject): JsonObject {
  const kept = keptInput(call, input);
  call.show(kept);
  return kept;
}

/** An output as it may be stored and shown: as it is where nothing has to be withheld. */
export function keptOutput<T>(call: Call, output: T): T | Json {
  const { redaction } = call;
  return redaction ? redaction.output(output) : output;
}

/** An output as a text may tell of it: no more than the policies let be stored. */
export function toldOutput(call: Call, output: unknown): unknown {
  const kept = keptOutput(call, output);
  const maxBytes = call.obligations?.maxResultBytes;
  return maxBytes === undefined ? kept : shortened(serialize(kept), maxBytes);
}
