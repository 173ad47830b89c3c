import { InvalidArguments, ToolNotFound, validateArguments } from "@acta/actions";
import type { Decision, JsonObject } from "@acta/governance";
import { type Outcome, refusal, rejected } from "../outcome.js";
import { after, isThenable } from "../thenable.js";
import { authorize } from "./authorize.js";
import type { Call } from "./call.js";
import { interruptible, interruption } from "./interrupt.js";
import { waitFor } from "./wait-for.js";

/** Resolves the tool, validates and freezes the arguments, asks the policies. How the call ends, or null where it is to be performed. */
export function decide(call: Call, enforced = true): Outcome | null | Promise<Outcome | null> {
  const known = call.repeated ?? call.act.unstarted;
  if (known) return known;
  let decided: Outcome | null | Promise<Outcome | null>;
  try {
    call.resolve();
    call.deadline.start();
    decided = after(prepare(call), call, enforced ? judgeUnless : judgeAsideUnless);
  } catch (error) {
    decided = interruption(call, error);
  }
  if (!(decided instanceof Promise)) {
    call.deadline.pause();
    return decided;
  }
  return decided.catch((error) => interruption(call, error)).finally(() => call.deadline.pause());
}

/** Nobody is asked about a call that cannot run. */
function prepare(call: Call): Outcome | null | Promise<Outcome | null> {
  const { raw, function: name } = call.proposal;
  if (call.tool === null) return reject(call, new ToolNotFound(name));
  if (raw instanceof Error) return reject(call, raw);
  call.raw = raw;
  try {
    const validated = validateArguments(call.tool, raw);
    if (isThenable(validated)) return inTime(call, validated);
    call.input = validated;
    return null;
  } catch (error) {
    return rejectInvalid(call, error);
  }
}

/** A schema is a check like any other: one that hangs refuses. */
async function inTime(call: Call, validating: Promise<JsonObject>): Promise<Outcome | null> {
  const { gateTimeoutMs } = call.act.scope;
  try {
    const waited = await interruptible(call, waitFor(validating, gateTimeoutMs, call.signal));
    if (waited.kind === "done") call.input = waited.value;
    else throw new InvalidArguments([{ message: `the schema gave no answer within ${gateTimeoutMs} ms`, path: "" }]);
    return null;
  } catch (error) {
    return rejectInvalid(call, error);
  }
}

function rejectInvalid(call: Call, error: unknown): Outcome {
  if (InvalidArguments.isInstance(error)) return reject(call, error);
  throw error;
}

function reject(call: Call, error: Error): Outcome {
  call.error = error;
  return rejected(call.tool === null ? "unknown_tool" : "invalid_arguments", error.message);
}

const judgeUnless = (call: Call, refused: Outcome | null) => refused ?? judge(call, true);
const judgeAsideUnless = (call: Call, refused: Outcome | null) => refused ?? judge(call, false);

function judge(call: Call, enforced: boolean): Outcome | null | Promise<Outcome | null> {
  if (call.input === null) return null;
  const asked = authorize(call, call.input, enforced);
  return isThenable(asked) ? interruptible(call, asked).then((late) => accept(call, late)) : accept(call, asked);
}

function accept(call: Call, decision: Decision | null): Outcome | null {
  call.decision = decision;
  call.judged = call.attempt;
  return decision === null || decision.kind === "allow" || decision.kind === "escalate" ? null : refusal(decision);
}
