import type { ExecutorAttempt } from "@acta/actions/executor";
import { type Effect, freezeJson, type JsonObject } from "@acta/governance";
import { BullmqError } from "./bullmq-error.js";
import { fieldsOf, isText, isWhole } from "./fields.js";
import { sha256 } from "./sha256.js";

/** What is judged, and must run as it is. */
export interface JudgedCall extends ExecutorAttempt {
  readonly tool: string;
  readonly idempotencyKey: string;
  readonly effect: Effect;
  readonly arguments: JsonObject;
}

/** A call as it lies in the queue. */
export interface JobData extends JudgedCall {
  readonly version: 1;
  /** Tells the executor's own job from another one with the same id. */
  readonly token: string;
  /** Redis's clock, milliseconds since the epoch; null: none. */
  readonly deadlineAt: number | null;
  readonly digest: string;
}

/**
 * SHA-256 over what was judged: whoever runs it can tell whether it is still the same. It is no signature. JSON keeps the order of keys on
 * its way, so that the text need not be canonical.
 */
export function digestOf({ tool, callId, attempt, idempotencyKey, effect, arguments: input }: JudgedCall): string {
  return sha256(JSON.stringify([tool, callId, attempt, idempotencyKey, effect, input]));
}

const effects: readonly unknown[] = ["read", "idempotent", "unsafe"] satisfies readonly Effect[];

/** Anybody may write into a queue. Throws `invalid_job` for what is no call, `arguments_changed` for what is not the call that was judged. */
export function parseJobData(value: unknown): JobData {
  const { version, token, callId, attempt, tool, idempotencyKey, effect, deadlineAt, digest, arguments: input } = fieldsOf(value);
  const isCall = version === 1 && isText(token) && isText(callId) && isWhole(attempt) && isText(tool) && isText(idempotencyKey);
  if (!isCall || !effects.includes(effect) || !isText(digest)) throw new BullmqError("invalid_job", "the job is no call");
  if (deadlineAt !== null && !Number.isFinite(deadlineAt)) throw new BullmqError("invalid_job", "the job's deadline is no time");
  const call = { tool, callId, attempt, idempotencyKey, effect: effect as Effect, arguments: argumentsOf(input) };
  if (digestOf(call) !== digest) throw new BullmqError("arguments_changed", "the job is not the call that was judged");
  return { ...call, version, token, deadlineAt: deadlineAt as number | null, digest };
}

function argumentsOf(value: unknown): JsonObject {
  let input: unknown;
  try {
    input = freezeJson(value);
  } catch (cause) {
    throw new BullmqError("invalid_job", "the job's arguments are no plain data", { cause });
  }
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new BullmqError("invalid_job", "the job's arguments are no object");
  }
  return input as JsonObject;
}
