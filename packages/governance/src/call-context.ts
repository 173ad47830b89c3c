import { freezeJson } from "./freeze-json.js";
import type { JsonObject } from "./json.js";
import { NotJson } from "./not-json.js";

/** What running a tool may do to the world. `unsafe` is never run twice. */
export type Effect = "read" | "idempotent" | "unsafe";

/** The proposal as the specification has it. (ADR-0012 D2) */
export interface ToolInvocation {
  readonly function: string;
  readonly arguments: JsonObject;
  readonly branchId: string | null;
}

/** The proposal as a policy sees it: deeply frozen plain data, the very values that the tool will get. */
export interface CallContext extends ToolInvocation {
  readonly callId: string;
  /** From 1. The same call may be judged again when its arguments changed. */
  readonly attempt: number;
  readonly effect: Effect;
  /** Wall clock, milliseconds since the epoch. A policy that needs time reads this, never the clock, so that it can be replayed. */
  readonly at: number;
  readonly sessionId: string | null;
  /** The call that this one was made from. */
  readonly parentCallId: string | null;
  readonly batch: { readonly id: string; readonly index: number; readonly size: number } | null;
  /** Set when this call follows an approval. */
  readonly approval: { readonly id: string; readonly by: string; readonly note: string | null } | null;
  /** Facts that the host vouches for (user, tenant, labels). Never filled from what a model wrote. */
  readonly attributes: JsonObject;
}

/**
 * A frozen context from untrusted arguments; what is not given has a neutral default.
 * Throws `NotJson` when the arguments or attributes are not a plain JSON object.
 */
export function createCallContext(
  init: { readonly function: string; readonly arguments: unknown } & Partial<Omit<CallContext, "function" | "arguments">>,
): CallContext {
  return Object.freeze({
    function: init.function,
    arguments: freezeObject(init.arguments, "/arguments"),
    branchId: init.branchId ?? null,
    callId: init.callId ?? crypto.randomUUID(),
    attempt: init.attempt ?? 1,
    effect: init.effect ?? "unsafe",
    at: init.at ?? Date.now(),
    sessionId: init.sessionId ?? null,
    parentCallId: init.parentCallId ?? null,
    batch: init.batch ? Object.freeze({ ...init.batch }) : null,
    approval: init.approval ? Object.freeze({ ...init.approval }) : null,
    attributes: freezeObject(init.attributes ?? {}, "/attributes"),
  });
}

function freezeObject(value: unknown, path: string): JsonObject {
  const frozen = freezeJson(value);
  if (typeof frozen !== "object" || frozen === null || Array.isArray(frozen)) throw new NotJson("not an object", path);
  return frozen as JsonObject;
}
