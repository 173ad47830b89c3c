import type { Answer } from "./answer.js";
import { BullmqError } from "./bullmq-error.js";
import { wireErrorOf } from "./wire-error.js";

/** The answer, or that it is too large: a result is never cut. */
export function limitAnswer(answer: Answer, maxBytes: number): Answer {
  const bytes = Buffer.byteLength(JSON.stringify(answer));
  if (bytes <= maxBytes) return answer;
  const { version, token, kind } = answer;
  const executed = kind === "returned" ? "yes" : kind === "lost" ? "unknown" : answer.executed;
  const error = new BullmqError("result_too_large", `the result has ${bytes} bytes of JSON text, and at most ${maxBytes} are taken`);
  return { version, token, kind: "threw", executed, error: wireErrorOf(error) };
}
