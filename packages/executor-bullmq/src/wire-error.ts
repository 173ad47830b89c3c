import { NotExecuted } from "@acta/actions";
import { Cancellation, serializeError } from "@acta/event";
import { BullmqError, isBullmqErrorCode } from "./bullmq-error.js";
import { fieldsOf, isText } from "./fields.js";
import { RemoteError } from "./remote-error.js";

/** An error as JSON: its name, its text, its code, and whether it is one of those that mean something to a transaction. */
export type WireError = {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
  readonly brand: "not_executed" | "cancellation" | "bullmq" | null;
};

/** Never throws, whatever was thrown. */
export function wireErrorOf(thrown: unknown): WireError {
  const { error: name, message } = serializeError(thrown);
  return { name, message, code: codeOf(thrown), brand: brandOf(thrown) };
}

export function errorFrom(value: unknown): Error {
  const { name, message, code, brand } = fieldsOf(value);
  const text = isText(message) ? message : "an error that cannot be read";
  if (brand === "not_executed") return new NotExecuted(text);
  if (brand === "cancellation") return new Cancellation(text);
  if (brand === "bullmq" && isBullmqErrorCode(code)) return new BullmqError(code, text);
  return new RemoteError(isText(name) ? name : "Error", text, isText(code) ? code : undefined);
}

function brandOf(thrown: unknown): WireError["brand"] {
  if (NotExecuted.isInstance(thrown)) return "not_executed";
  if (Cancellation.isInstance(thrown)) return "cancellation";
  return BullmqError.isInstance(thrown) ? "bullmq" : null;
}

function codeOf(thrown: unknown): string | null {
  try {
    const code: unknown = Reflect.get(Object(thrown), "code");
    return isText(code) ? code : null;
  } catch {
    return null;
  }
}
