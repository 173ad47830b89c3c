import { type CallContext, createCallContext } from "../src/call-context.js";

/** A call of `pay` with these arguments. */
export function callOf(values: unknown = {}): CallContext {
  return createCallContext({ function: "pay", arguments: values, callId: "call-1", at: 0 });
}
