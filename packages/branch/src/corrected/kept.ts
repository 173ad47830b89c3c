import { serialize } from "@acta/event";
import { canonicalJson, type Json, type JsonObject } from "@acta/governance";
import { shortened } from "../result-limit.js";
import type { Call } from "./call.js";

/** Arguments as they may be stored and shown. */
export function keptInput(call: Call, input: JsonObject): JsonObject {
  const kept = call.redaction?.input(input) ?? input;
  const shown = typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as JsonObject) : { redacted: kept };
  call.show(shown);
  return shown;
}

/** Whether something of the arguments is missing in what is kept of them. */
export const isRedacted = (kept: Json, whole: Json): boolean => kept !== whole && canonicalJson(kept) !== canonicalJson(whole);

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
