import { InvalidArguments, type Tool, validateArguments } from "@acta/actions";
import type { JsonObject } from "@acta/governance";
import { isThenable } from "../thenable.js";
import type { Call } from "./call.js";
import { interruptible } from "./interrupt.js";
import { waitFor } from "./wait-for.js";

/**
 * What the schema of a tool makes of arguments. It is a check like any other: one that hangs refuses. Throws `InvalidArguments`, and what
 * interrupts the call.
 */
export function validate(call: Call, tool: Tool, raw: JsonObject): JsonObject | Promise<JsonObject> {
  const validating = validateArguments(tool, raw);
  return isThenable(validating) ? inTime(call, validating) : validating;
}

async function inTime(call: Call, validating: PromiseLike<JsonObject>): Promise<JsonObject> {
  const { gateTimeoutMs } = call.act.scope;
  const waited = await interruptible(call, waitFor(validating, gateTimeoutMs, call.signal));
  if (waited.kind === "done") return waited.value;
  throw new InvalidArguments([{ message: `the schema gave no answer within ${gateTimeoutMs} ms`, path: "" }]);
}
