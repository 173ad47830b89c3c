import { type BatchItem, schedule } from "@acta/batch";
import { type ActOptions, resolveOptions } from "../act-options.js";
import { ActFailed, RecordLost } from "../branch-error.js";
import type { Envelope } from "../envelope.js";
import type { OpenCall } from "../open-call.js";
import { isFailure, type Outcome } from "../outcome.js";
import type { Preview } from "../preview.js";
import type { ProposedBody } from "../records.js";
import type { RecoverOptions } from "../recover-options.js";
import type { ActionResponseModel } from "../response-model.js";
import type { Scope, Transaction } from "../scope.js";
import { after } from "../thenable.js";
import { Act, type Stop } from "./act.js";
import { approve } from "./approve.js";
import type { Call } from "./call.js";
import { decide } from "./decide.js";
import { guard } from "./guard.js";
import { invoke } from "./invoke.js";
import { honest, whatBecameOf } from "./left-open.js";
import { propose, toCalls } from "./propose.js";
import { publish, tellPolicies } from "./publish.js";
import { settle } from "./settle.js";
import { errorOf, type Settled, toModel } from "./settled.js";

/** Everything that the specification requires, with the faults mended that it names itself. (ADR-0012 D2 to D5) */
export const corrected: Transaction = Object.freeze({ name: "corrected", act, decide: preview, recover });

async function act(scope: Scope, envelopes: readonly Envelope[], options: ActOptions): Promise<ActionResponseModel[]> {
  const settings = resolveOptions(options);
  if (scope.lost.error) throw scope.lost.error;
  const act = new Act(scope, settings);
  try {
    const calls = propose(act, envelopes);
    const [only, second] = calls;
    let models: ActionResponseModel[];
    if (only && !second) models = [await decideAndPerform(only)];
    else models = await (settings.strategy === "sequential" ? run(act, calls, decideAndPerform) : together(act, calls));
    const waiting = act.settled();
    if (waiting) await waiting;
    return answer(act, calls, models);
  } finally {
    act.close();
  }
}

type Work = (call: Call) => ActionResponseModel | Promise<ActionResponseModel>;

/** A call whose turn has come. */
const decideAndPerform: Work = (call) => after(decide(call), (refused) => (refused ? conclude(call, refused) : perform(call)));

/** The batch is decided whole before anything runs, and its refusals settle first. */
async function together(act: Act, calls: readonly Call[]): Promise<ActionResponseModel[]> {
  const refusals = await Promise.all(calls.map((call) => decide(call)));
  const refused: (ActionResponseModel | undefined)[] = [];
  for (const [index, call] of calls.entries()) {
    const refusal = refusals[index];
    refused.push(refusal ? await conclude(call, refusal) : undefined);
  }
  const ready = calls.filter((_, index) => refused[index] === undefined);
  const performed = (await run(act, ready, perform)).values();
  return refused.map((model) => model ?? (performed.next().value as ActionResponseModel));
}

function perform(call: Call): ActionResponseModel | Promise<ActionResponseModel> {
  return after(call.act.unstarted ?? carryOut(call), (outcome) => conclude(call, outcome));
}

function carryOut(call: Call): Outcome | Promise<Outcome> {
  call.deadline.start();
  return after(approve(call), (refused) => refused ?? after(guard(call), (stopped) => stopped ?? invoke(call)));
}

/**
 * The record comes first; what is told afterwards cannot change it. A call whose end could not be recorded is told to its policies only, which may
 * hold something for it; its siblings still end as well as they can, and then `answer` throws.
 */
function conclude(call: Call, outcome: Outcome): ActionResponseModel | Promise<ActionResponseModel> {
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

function tell(call: Call, settled: Settled): ActionResponseModel | Promise<ActionResponseModel> {
  call.failure = isFailure(settled.outcome) ? errorOf(call, settled.outcome) : null;
  if (call.failure) call.act.siblingFailed(call.proposal.batch?.index ?? 0);
  const model = toModel(call, settled);
  publish(call, settled);
  const breathing = call.act.breathe();
  return breathing ? breathing.then(() => model) : model;
}

function concludeUnrecorded(call: Call, outcome: Outcome, error: unknown): ActionResponseModel {
  if (!RecordLost.isInstance(error)) throw error;
  const settled: Settled = { outcome, record: null, response: null };
  tellPolicies(call, settled);
  return toModel(call, settled);
}

/** Runs calls as the options say; those that were not started when the act was stopped are recorded as skipped. */
async function run(act: Act, calls: readonly Call[], work: Work): Promise<ActionResponseModel[]> {
  const { strategy, concurrency, throttleMs } = act.settings;
  const items = await schedule(calls, work, { strategy, concurrency, throttleMs, signal: act.starting });
  const models: ActionResponseModel[] = [];
  for (const [index, item] of items.entries()) models.push(await ended(act, calls[index] as Call, item));
  return models;
}

async function ended(act: Act, call: Call, item: BatchItem<ActionResponseModel>): Promise<ActionResponseModel> {
  if (item.kind === "fulfilled") return item.value;
  if (item.kind === "skipped" && act.unstarted) return conclude(call, call.repeated ?? act.unstarted);
  throw item.kind === "rejected" ? item.error : new Error("a call was not started, and nothing had stopped the act");
}

/** Cancellation wins over failures, a lost record over both; all are thrown after everything is recorded. */
function answer(act: Act, calls: readonly Call[], models: ActionResponseModel[]): ActionResponseModel[] {
  const { stopped, settings, lost } = act;
  if (lost) throw lost;
  if (isCancelled(stopped) && models.some(wasStopped)) throw stopped.reason;
  const errors = calls.flatMap(({ failure }) => failure ?? []);
  if (settings.suppressErrors || errors.length === 0) return models;
  throw new ActFailed(models, errors);
}

const isCancelled = (stop: Stop | undefined) => stop?.by === "caller" || stop?.by === "cancellation";

const wasStopped = ({ outcome }: ActionResponseModel) => outcome.kind === "cancelled" || outcome.error?.code === "aborted";

/** Ends the calls that a dead process left open; one that may run again takes the same way as any other. */
async function recover(scope: Scope, left: Iterable<OpenCall>, options: RecoverOptions): Promise<ActionResponseModel[]> {
  if (scope.lost.error) throw scope.lost.error;
  const act = new Act(scope, resolveOptions());
  const models: ActionResponseModel[] = [];
  for (const open of left) {
    if (!isOrphan(open)) continue;
    const { call, ended, before } = await whatBecameOf(act, open, options);
    const outcome = ended ?? honest((await decide(call)) ?? (await carryOut(call)), before);
    models.push(await conclude(call, outcome));
  }
  await act.settled();
  if (act.lost) throw act.lost;
  return models;
}

/** A call that waits for an approval is nobody's orphan. */
const isOrphan = (open: OpenCall): open is OpenCall & { readonly proposed: ProposedBody } =>
  open.proposed !== null && open.approval === null;

async function preview(scope: Scope, envelopes: readonly Envelope[], options: ActOptions): Promise<Preview[]> {
  const act = new Act(scope, resolveOptions(options));
  try {
    const calls = toCalls(act, envelopes);
    const outcomes = await Promise.all(calls.map((call) => decide(call, false)));
    if (isCancelled(act.stopped)) throw act.stopped.reason;
    return calls.map(({ proposal, decision }, index) => {
      return { function: proposal.function, arguments: proposal.asked, decision, outcome: outcomes[index] as Preview["outcome"] };
    });
  } finally {
    act.close();
  }
}
