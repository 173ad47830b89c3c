import { type BatchItem, schedule } from "@acta/batch";
import { type ActOptions, resolveOptions } from "../act-options.js";
import type { Envelope } from "../envelope.js";
import type { Preview } from "../preview.js";
import type { ActionResponseModel } from "../response-model.js";
import type { Scope, Transaction } from "../scope.js";
import { after, all } from "../thenable.js";
import { Act } from "./act.js";
import { answer, isCancelled } from "./answer.js";
import type { Call } from "./call.js";
import { decide } from "./decide.js";
import { conclude, decideAndPerform, perform } from "./perform.js";
import { propose, toCalls } from "./propose.js";
import { recover } from "./recover.js";
import { approveWaiting, rejectWaiting, withdrawAll } from "./resume.js";
import { holdSpecimens } from "./specimens.js";

type Models = ActionResponseModel[];
type Work = (call: Call) => ActionResponseModel | Promise<ActionResponseModel>;

/** Everything that the specification requires, with the faults mended that it names itself. (ADR-0012 D2 to D5) */
export const corrected: Transaction = Object.freeze({
  name: "corrected",
  act,
  decide: preview,
  recover,
  approvals: Object.freeze({ approve: approveWaiting, reject: rejectWaiting, withdraw: withdrawAll }),
});

/** Waits for nothing where nothing has to be waited for. */
function act(scope: Scope, envelopes: readonly Envelope[], options: ActOptions): Models | Promise<Models> {
  holdSpecimens(corrected.act);
  const settings = resolveOptions(options);
  if (scope.lost.error) throw scope.lost.error;
  const act = new Act(scope, settings);
  let calls: Call[];
  let performing: Models | Promise<Models>;
  try {
    calls = propose(act, envelopes);
    performing = performAll(act, calls);
  } catch (error) {
    act.close();
    throw error;
  }
  if (performing instanceof Promise || act.hasToWait) return end(act, calls, performing);
  act.close();
  return answer(act, calls, performing);
}

const alone = (_: null, model: ActionResponseModel) => [model];

async function end(act: Act, calls: readonly Call[], performing: Models | Promise<Models>): Promise<Models> {
  try {
    const models = await performing;
    await act.settled();
    return answer(act, calls, models);
  } finally {
    act.close();
  }
}

function performAll(act: Act, calls: readonly Call[]): Models | Promise<Models> {
  const [only, second] = calls;
  if (only && !second) return after(decideAndPerform(only), null, alone);
  return act.settings.strategy === "sequential" ? run(act, calls, decideAndPerform) : together(act, calls);
}

/** The batch is decided whole before anything runs, and its refusals settle first. */
async function together(act: Act, calls: readonly Call[]): Promise<Models> {
  const refusals = await all(calls.map((call) => decide(call)));
  const refused: (ActionResponseModel | undefined)[] = [];
  for (const [index, call] of calls.entries()) {
    const refusal = refusals[index];
    refused.push(refusal ? await conclude(call, refusal) : undefined);
  }
  const ready = calls.filter((_, index) => refused[index] === undefined);
  const performed = (await run(act, ready, perform)).values();
  return refused.map((model) => model ?? (performed.next().value as ActionResponseModel));
}

/** Runs calls as the options say; those that were not started when the act was stopped are recorded as skipped. */
async function run(act: Act, calls: readonly Call[], work: Work): Promise<Models> {
  const { strategy, concurrency, throttleMs } = act.settings;
  const items = await schedule(calls, work, { strategy, concurrency, throttleMs, signal: act.starting });
  const models: ActionResponseModel[] = [];
  for (const [index, item] of items.entries()) {
    const model = ended(act, calls[index] as Call, item);
    models.push(model instanceof Promise ? await model : model);
  }
  return models;
}

function ended(act: Act, call: Call, item: BatchItem<ActionResponseModel>): ActionResponseModel | Promise<ActionResponseModel> {
  if (item.kind === "fulfilled") return item.value;
  if (item.kind === "skipped" && act.unstarted) return conclude(call, call.repeated ?? act.unstarted);
  throw item.kind === "rejected" ? item.error : new Error("a call was not started, and nothing had stopped the act");
}

async function preview(scope: Scope, envelopes: readonly Envelope[], options: ActOptions): Promise<Preview[]> {
  const act = new Act(scope, resolveOptions(options));
  try {
    const calls = toCalls(act, envelopes);
    const outcomes = await all(calls.map((call) => decide(call, false)));
    if (isCancelled(act.stopped)) throw act.stopped.reason;
    return calls.map(({ proposal, decision }, index) => {
      return { function: proposal.function, arguments: proposal.asked, decision, outcome: outcomes[index] as Preview["outcome"] };
    });
  } finally {
    act.close();
  }
}
