import type { ExecutorResult } from "@acta/actions/executor";
import type { FromWorker } from "./messages.js";
import { thrownFrom } from "./worker/failure.js";

/** How a call has ended, as its worker tells it. */
export type Conclusion = Extract<FromWorker, { readonly acta: "returned" | "threw" }>;

/** What a message of a worker says of its call; `lost` where it cannot be read. */
export function resultOf(message: Conclusion): ExecutorResult {
  if (message.acta === "threw") return { kind: "threw", error: thrownFrom(message.failure), executed: message.executed };
  if (message.output === undefined) return { kind: "returned", output: undefined };
  try {
    return { kind: "returned", output: JSON.parse(message.output) };
  } catch {
    return { kind: "lost", reason: "it answered with what is not JSON" };
  }
}
