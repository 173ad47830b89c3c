import { RecordLost } from "../branch-error.js";
import { isFailure, type Outcome } from "../outcome.js";
import type { ActionResponseModel } from "../response-model.js";
import { textOf } from "../text-of.js";
import { after, isThenable, settled } from "../thenable.js";
import { approve } from "./approve.js";
import type { Call } from "./call.js";
import { decide } from "./decide.js";
import { guard } from "./guard.js";
import { timedOut } from "./interrupt.js";
import { invoke } from "./invoke.js";
import { notify } from "./obligations.js";
import { publish, publishUnrecorded } from "./publish.js";
import { settle } from "./settle.js";
import { errorOf, type Settled, toModel } from "./settled.js";
import { takeTurn } from "./take-turn.js";

type Model = ActionResponseModel | Promise<ActionResponseModel>;
/** Null: the call goes on. */
type Refusal = Outcome | null;

/** A call whose turn has come. */
export function decideAndPerform(call: Call): Model {
  return after(decide(call), call, performIfAllowed);
}

const performIfAllowed = (call: Call, refused: Refusal) => (refused ? conclude(call, refused) : perform(call));

/** A call that was decided. */
export function perform(call: Call): Model {
  return after(call.act.unstarted ?? takeOrCarry(call), call, conclude);
}

/** Carries a call out, in its turn where there is a scheduler. */
export function takeOrCarry(call: Call): Outcome | Promise<Outcome> {
  const { scheduler } = call.act.scope;
  try {
    const outcome = scheduler === undefined ? carryOut(call) : takeTurn(call, scheduler, carryOut);
    return outcome instanceof Promise ? outcome.catch((error) => broken(call, error)) : outcome;
  } catch (error) {
    return broken(call, error);
  }
}

/** A call ends whatever is wrong with its tool, its executor or the scheduler: what was proposed must not stay open. */
function broken(call: Call, error: unknown): Outcome {
  const executed = call.event?.executed ?? "no";
  call.error = error instanceof Error ? error : new Error(textOf(error));
  return { kind: "failed", executed, error: { code: executed === "no" ? "preprocess_failed" : "tool_failed", message: textOf(error) } };
}

/** How it ends. */
function carryOut(call: Call): Outcome | Promise<Outcome> {
  if (call.deadline.isOver) return timedOut(call, "no");
  call.deadline.start();
  return after(approve(call), call, guardIfApproved);
}

const guardIfApproved = (call: Call, refused: Refusal) => refused ?? after(guard(call), call, notifyIfGuarded);
const notifyIfGuarded = (call: Call, refused: Refusal) => refused ?? after(notify(call), call, invokeIfNotified);
const invokeIfNotified = (call: Call, refused: Refusal) => refused ?? invoke(call);

/**
 * The record comes first; what is told afterwards cannot change it. A call whose end could not be recorded is told to those who may hold something
 * for it: its policies, and hooks that heard of its start; its siblings still end as well as they can, and then `answer` throws.
 */
export function conclude(call: Call, outcome: Outcome): Model {
  call.hasEnded = true;
  let settling: Settled | Promise<Settled>;
  try {
    settling = settle(call, outcome);
  } catch (error) {
    return concludeUnrecorded(call, outcome, error);
  }
  return settling instanceof Promise ? concludeLater(call, outcome, settling) : tell(call, settling);
}

async function concludeLater(call: Call, outcome: Outcome, settling: Promise<Settled>): Promise<ActionResponseModel> {
  let settled: Settled;
  try {
    settled = await settling;
  } catch (error) {
    return concludeUnrecorded(call, outcome, error);
  }
  return tell(call, settled);
}

function tell(call: Call, settled: Settled): Model {
  call.failure = isFailure(settled.outcome) ? errorOf(call, settled.outcome) : null;
  if (call.failure) call.act.siblingFailed(call.proposal.batch?.index ?? 0);
  const model = toModel(call, settled);
  acknowledge(call);
  publish(call, settled);
  const breathing = call.act.breathe();
  return breathing ? breathing.then(() => model) : model;
}

/** An executor that keeps answers may let go of this one; nobody waits for that. */
function acknowledge({ executor, id, attempt, act }: Call): void {
  const failed = (error: unknown) => act.scope.report({ code: "executor_failed", callId: id, error });
  try {
    const answer = executor?.acknowledge?.({ callId: id, attempt });
    if (isThenable(answer)) settled(answer).catch(failed);
  } catch (error) {
    failed(error);
  }
}

function concludeUnrecorded(call: Call, outcome: Outcome, error: unknown): ActionResponseModel {
  if (!RecordLost.isInstance(error)) throw error;
  const settled: Settled = { outcome, record: null, response: null };
  publishUnrecorded(call, settled, error);
  return toModel(call, settled);
}
