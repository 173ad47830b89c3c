import type { ExecutorCall } from "@acta/actions/executor";
import { freezeJson, type JsonObject } from "@acta/governance";
import { jobIdOf } from "./attempt.js";
import { BullmqError } from "./bullmq-error.js";
import { digestOf, type JudgedCall } from "./job-data.js";

export interface NewJob {
  readonly jobId: string;
  readonly judged: JudgedCall;
  readonly digest: string;
  /** Milliseconds that the call has; null: as many as it takes. */
  readonly timeoutMs: number | null;
}

/** What goes into the queue. Throws `invalid_call` or `arguments_too_large`. */
export function jobOfCall(call: ExecutorCall, maxBytes: number): NewJob {
  const judged = judgedOf(call);
  const bytes = Buffer.byteLength(JSON.stringify(judged.arguments));
  if (bytes > maxBytes) {
    throw new BullmqError("arguments_too_large", `the arguments have ${bytes} bytes of JSON text, and at most ${maxBytes} are taken`);
  }
  const timeoutMs = timeoutOf(call);
  return { jobId: idOf(judged), judged, digest: digestOf(judged), timeoutMs: Number.isFinite(timeoutMs) ? timeoutMs : null };
}

function judgedOf({ tool, callId, attempt, idempotencyKey, arguments: input }: ExecutorCall): JudgedCall {
  try {
    const copy = freezeJson(input) as JsonObject;
    return { tool: tool.name, callId, attempt, idempotencyKey, effect: tool.effect ?? "unsafe", arguments: copy };
  } catch (cause) {
    throw new BullmqError("invalid_call", "the arguments are no plain data", { cause });
  }
}

function idOf(judged: JudgedCall): string {
  try {
    return jobIdOf(judged);
  } catch (cause) {
    throw new BullmqError("invalid_call", "the id of the call is no well-formed text", { cause });
  }
}

/** What is left of the call's time, where it says so; else the tool's own limit. */
function timeoutOf(call: ExecutorCall): number {
  return call.timeoutMs ?? call.tool.timeoutMs ?? Number.POSITIVE_INFINITY;
}
