import { Cancellation } from "@acta/event";
import { CallerStop } from "../caller.js";
import { isObject, type Json } from "../json.js";

/** What a rejection was, by its code; the caller's own reason, given back, is the caller's cancellation. */
export function observeRaised(error: unknown): Json {
  if (error instanceof CallerStop || Cancellation.isInstance(error)) return { code: "cancelled" };
  if (isObject(error) && typeof error.code === "string") return { code: error.code };
  return { code: null, text: String(error) };
}
