import { InvalidArguments, ToolNotFound } from "@acta/actions";
import type { Decision, JsonObject } from "@acta/governance";
import { denied, type Outcome, refusal, rejected } from "../outcome.js";
import { after, isThenable } from "../thenable.js";
import { authorize } from "./authorize.js";
import type { Call } from "./call.js";
import { interruptible, interruption } from "./interrupt.js";
import { showsWithheld } from "./obligations.js";
import { validate } from "./validate.js";

/** Resolves the tool, validates and freezes the arguments, asks the policies. How the call ends, or null where it is to be performed. */
export function decide(call: Call, enforced = true): Outcome | null | Promise<Outcome | null> {
  const known = call.repeated ?? call.act.unstarted;
  if (known) return known;
  let decided: Outcome | null | Promise<Outcome | null>;
  try {
    call.resolve();
    call.deadline.start();
    decided = after(prepare(call), call, enforced ? judgeIfValid : judgeAsideIfValid);
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
  if (showsWithheld(call)) return denied("obligation_unmet", "its tool was registered after what it withholds had been stored");
  call.raw = raw;
  try {
    const validated = validate(call, call.tool, raw);
    if (isThenable(validated)) return inputLater(call, validated);
    call.input = validated;
    return null;
  } catch (error) {
    return rejectInvalid(call, error);
  }
}

async function inputLater(call: Call, validating: Promise<JsonObject>): Promise<Outcome | null> {
  try {
    call.input = await validating;
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

const judgeIfValid = (call: Call, refused: Outcome | null) => refused ?? judge(call, true);
const judgeAsideIfValid = (call: Call, refused: Outcome | null) => refused ?? judge(call, false);

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
