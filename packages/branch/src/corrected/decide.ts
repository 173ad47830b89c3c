import { InvalidArguments, ToolNotFound, validateArguments } from "@acta/actions";
import type { JsonObject } from "@acta/governance";
import { type Outcome, refusal, rejected } from "../outcome.js";
import { isThenable } from "../thenable.js";
import { authorize } from "./authorize.js";
import type { Call } from "./call.js";
import { interruptible, interruption } from "./interrupt.js";
import { waitFor } from "./wait-for.js";

/** Resolves the tool, validates and freezes the arguments, asks the policies. How the call ends, or null where it is to be performed. */
export async function decide(call: Call, enforced = true): Promise<Outcome | null> {
  if (call.repeated) return call.repeated;
  if (call.act.unstarted) return call.act.unstarted;
  call.resolve();
  call.deadline.start();
  try {
    return (await prepare(call)) ?? (await judge(call, enforced));
  } catch (error) {
    return interruption(call, error);
  } finally {
    call.deadline.pause();
  }
}

/** Nobody is asked about a call that cannot run. */
async function prepare(call: Call): Promise<Outcome | null> {
  const { raw, function: name } = call.proposal;
  if (call.tool === null) return reject(call, new ToolNotFound(name));
  if (raw instanceof Error) return reject(call, raw);
  try {
    const validated = validateArguments(call.tool, raw);
    call.input = isThenable(validated) ? await inTime(call, validated) : validated;
    call.raw = raw;
    return null;
  } catch (error) {
    if (InvalidArguments.isInstance(error)) return reject(call, error);
    throw error;
  }
}

/** A schema is a check like any other: one that hangs refuses. */
async function inTime(call: Call, validating: Promise<JsonObject>): Promise<JsonObject> {
  const { gateTimeoutMs } = call.act.scope;
  const waited = await interruptible(call, waitFor(validating, gateTimeoutMs, call.signal));
  if (waited.kind === "done") return waited.value;
  throw new InvalidArguments([{ message: `the schema gave no answer within ${gateTimeoutMs} ms`, path: "" }]);
}

function reject(call: Call, error: Error): Outcome {
  call.error = error;
  return rejected(call.tool === null ? "unknown_tool" : "invalid_arguments", error.message);
}

async function judge(call: Call, enforced: boolean): Promise<Outcome | null> {
  if (call.input === null) return null;
  const asked = authorize(call, call.input, enforced);
  call.decision = isThenable(asked) ? await interruptible(call, asked) : asked;
  return call.decision === null || call.decision.kind === "allow" || call.decision.kind === "escalate" ? null : refusal(call.decision);
}
