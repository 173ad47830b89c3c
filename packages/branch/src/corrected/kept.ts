import type { Json, JsonObject } from "@acta/governance";
import type { Call } from "./call.js";

/** Arguments as they may be stored and shown. */
export function keptInput(call: Call, input: JsonObject): JsonObject {
  const kept = call.redaction?.input(input) ?? input;
  const shown = typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as JsonObject) : { redacted: kept };
  call.show(shown);
  return shown;
}

/** An output as it may be stored and shown: as it is where nothing has to be withheld. */
export function keptOutput<T>(call: Call, output: T): T | Json {
  const { redaction } = call;
  return redaction ? redaction.output(output) : output;
}
