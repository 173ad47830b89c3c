import { type Admission, CallLost, FunctionCalling, NotAdmitted, NotExecuted, type Tool } from "@acta/actions";
import type { Executor } from "@acta/actions/executor";
import { type RetryOptions, retry } from "@acta/batch";
import { Cancellation, type LateResult } from "@acta/event";
import type { Decision, JsonObject } from "@acta/governance";
import { append } from "../append.js";
import { begun, denied, type Outcome, refusal } from "../outcome.js";
import type { AttemptedBody } from "../records.js";
import { isThenable, settled } from "../thenable.js";
import { type Answer, seekApproval } from "./approve.js";
import { authorize } from "./authorize.js";
import type { Call } from "./call.js";
import { intend } from "./intend.js";
import { cancelAct, cancelled, interruptible, isLate, timedOut } from "./interrupt.js";
import { toldOutput } from "./kept.js";
import { confirmed, endLate, endsLate } from "./late-end.js";
import { notify } from "./obligations.js";
import { outcomeOf, Refused } from "./outcome-of.js";
import { isOutdated } from "./replaced.js";

/** Runs the call, as often as its effect and the options allow. Never throws: cancellation is read from the event. */
export function invoke(call: Call): Outcome | Promise<Outcome> {
  const { retry: options } = call.act.settings;
  return options === undefined || options.attempts === 1 ? attempt(call) : repeat(call, options);
}

async function repeat(call: Call, options: RetryOptions): Promise<Outcome> {
  let last: Outcome = timedOut(call, "no");
  /** Whether another attempt is wanted. */
  const work = async (number: number): Promise<boolean> => {
    last = number === 1 ? await attempt(call) : await attemptAgain(call, number, last);
    const wasRefused = call.attempt < number;
    return !wasRefused && number < options.attempts && mayTryAgain(call, last, options.when);
  };
  // It rejects where the wait between two attempts is aborted, or `random` throws.
  const isWanted = await retry(work, { ...options, when: undefined, signal: call.act.trying, isFailure: Boolean }).catch(() => true);
  if (!isWanted || !call.act.signal.aborted) return last;
  // Aborted between two attempts: the one before is not how the call ended.
  const { executed = "no" } = call.event ?? {};
  call.event = null;
  return cancelled(call, executed);
}

function attempt(call: Call): Outcome | Promise<Outcome> {
  const event = newEvent(call);
  call.event = event;
  call.tried = event;
  call.late = null;
  const running = event.invoke({ signal: call.act.signal, timeoutMs: event.timeoutMs });
  return event.status === "completed" ? outcomeOf(call, event) : endOf(call, event, running);
}

async function endOf(call: Call, event: FunctionCalling, running: Promise<unknown>): Promise<Outcome> {
  try {
    await running;
  } catch (error) {
    if (Cancellation.isInstance(error) && !call.act.signal.aborted) cancelAct(call, error);
  }
  const outcome = outcomeOf(call, event);
  return call.executor?.capabilities.killable && event.executed === "unknown" ? confirmed(call, outcome) : outcome;
}

/**
 * The tool may have run before: an attempt that is refused leaves the call as the one before ended it, and one that is stopped before its
 * tool does not say that nothing ran.
 */
async function attemptAgain(call: Call, number: number, before: Outcome): Promise<Outcome> {
  if (call.deadline.isOver) return before;
  const { attempt: lastAttempt, event, decision } = call;
  call.attempt = number;
  call.deadline.restart();
  announce(call);
  const outcome = await attempt(call);
  if (outcome.executed !== "no" || before.executed === "no") return outcome;
  if (outcome.kind === "cancelled" || outcome.kind === "timed_out") return begun(outcome);
  call.attempt = lastAttempt;
  call.event = event;
  call.decision = decision;
  call.error = null;
  return before;
}

/** Not waited for: the intent of this attempt is stored after it, and decides whether the journal is there. */
export function announce(call: Call): void {
  const { scope } = call.act;
  const body: AttemptedBody = Object.freeze({ callId: call.id, attempt: call.attempt });
  const entry = { id: call.entryId("attempted"), kind: "call.attempted", at: scope.runtime.now(), body };
  const failed = (error: unknown) => scope.report({ code: "journal_failed", callId: call.id, error });
  try {
    const stored = append(scope, [entry]);
    if (isThenable(stored)) settled(stored).catch(failed);
  } catch (error) {
    failed(error);
  }
}

/** An unsafe tool is tried again only where it says itself that nothing happened. */
async function mayTryAgain(call: Call, outcome: Outcome, when: RetryOptions["when"]): Promise<boolean> {
  if (call.deadline.isOver) return false;
  if (outcome.kind !== "failed" && outcome.kind !== "timed_out" && outcome.kind !== "ambiguous") return false;
  const effect = call.tool?.effect ?? "unsafe";
  const error = call.event?.execution.error;
  if (effect !== "read" && effect !== "idempotent" && !NotExecuted.isInstance(error)) return false;
  if (!(await isWorthwhile(error, when))) return false;
  // Of a lost call nobody can say when it ends: its effect may overlap with that of the next attempt, which read and idempotent tools allow.
  return outcome.kind !== "timed_out" || outcome.executed === "no" || endsLate(call);
}

async function isWorthwhile(error: unknown, when: RetryOptions["when"]): Promise<boolean> {
  try {
    return when === undefined || Boolean(await when(error));
  } catch {
    return false;
  }
}

const limitOf = ({ deadline, obligations }: Call) => Math.min(deadline.remainingMs, obligations?.timeoutMs ?? Number.POSITIVE_INFINITY);

function executorOf({ act, obligations }: Call, tool: Tool): Executor {
  const required = obligations?.executor;
  const executor = required === undefined ? act.scope.actions.executorFor(tool) : act.scope.actions.executor(required);
  if (executor === undefined) throw new CallLost("its executor is gone");
  return executor;
}

function newEvent(call: Call): FunctionCalling {
  const { scope } = call.act;
  if (call.tool === null || call.input === null || call.raw === null) throw new CallLost("it was never decided");
  const timeoutMs = limitOf(call);
  call.executor = executorOf(call, call.tool);
  const event: FunctionCalling = new FunctionCalling({
    tool: call.tool,
    raw: call.raw,
    arguments: call.input,
    id: `${call.id}:${call.attempt}`,
    callId: call.id,
    attempt: call.attempt,
    executor: call.executor,
    // What may be kept can change until the tool runs: changed arguments are judged again.
    keptOutput: (output) => toldOutput(call, output),
    securityTimeoutMs: scope.gateTimeoutMs,
    admit: (input, admission) => admit(call, input, admission),
    timeoutMs,
    onLate: (result) => {
      if (!endLate(call, event, result) || isHeeding(event, result)) return;
      scope.report({ code: "late_result", callId: call.id, error: result.kind === "threw" ? result.error : undefined });
    },
  });
  return event;
}

/** A tool that gives the reason of its signal back has done as it was told, and has no result. */
function isHeeding({ execution }: FunctionCalling, result: LateResult): boolean {
  return result.kind === "threw" && result.error === execution.error;
}

/** Changed arguments, and each further attempt, are authorized again; nothing runs before the intent is stored. */
function admit(call: Call, input: JsonObject, admission: Admission): JsonObject | Promise<JsonObject> {
  if (call.hasEnded) throw new NotAdmitted(new Error("the call has ended"));
  const isJudged = !admission.changed && call.attempt === call.judged && !isOutdated(call);
  const admitting = isJudged ? intend(call, input) : readmit(call, input, admission);
  return isThenable(admitting) ? keepUp(call, admitting, admission) : admitting;
}

/** So often are policies asked again that are replaced each time meanwhile. */
const mostJudgements = 100;

/** Policies that were replaced while the intent was stored are asked, too: what they refuse does not start. */
async function keepUp(call: Call, admitting: Promise<JsonObject>, admission: Admission): Promise<JsonObject> {
  let input = await admitting;
  for (let judgements = 0; isOutdated(call); judgements++) {
    if (judgements === mostJudgements)
      throw new NotAdmitted(new Refused(denied("gate_failed", "the policies change whenever they are asked")));
    input = await readmit(call, input, admission);
  }
  return input;
}

/** Whoever was waited for may answer after the attempt has ended, and then it is too late for it to be admitted. */
async function readmit(call: Call, input: JsonObject, { judge, refuseWhenEnded }: Admission): Promise<JsonObject> {
  const asked = authorize(call, input);
  const decision = isThenable(asked) ? await interruptible(call, asked).catch(endWithEvent) : asked;
  refuseWhenEnded();
  call.decision = decision;
  const answer = await answerTo(call, input, decision).catch(endWithEvent);
  refuseWhenEnded();
  if ("refused" in answer) throw new NotAdmitted(new Refused(answer.refused));
  const unmet = await notify(call);
  refuseWhenEnded();
  if (unmet) throw new NotAdmitted(new Refused(unmet));
  if (answer.input !== input) await judge(answer.input);
  refuseWhenEnded();
  return intend(call, answer.input);
}

async function answerTo(call: Call, input: JsonObject, decision: Decision | null): Promise<Answer> {
  if (decision === null || decision.kind === "allow") return { input };
  return decision.kind === "escalate" ? seekApproval(call, input, decision) : { refused: refusal(decision) };
}

/** The deadline of the event is the same, and it is the event that has to end: whoever was faster. */
function endWithEvent(error: unknown): Promise<never> {
  return isLate(error) ? new Promise(() => {}) : Promise.reject(error);
}
