import { type FunctionCalling, interruptible, invoke, recordedText } from "@acta/actions/shipped";
import { denialOutput } from "../denial-output.js";
import type { Envelope } from "../envelope.js";
import { denied, rejected } from "../outcome.js";
import type { Preview } from "../preview.js";
import type { ActionResponseModel } from "../response-model.js";
import type { Scope, Transaction } from "../scope.js";
import { textOf } from "../text-of.js";
import { authorize, mayRun } from "./authorize.js";
import { readSettings, type Settings, type ShippedActOptions } from "./batch-options.js";
import { Call } from "./call.js";
import { emit } from "./emit.js";
import { RecordedFault } from "./faults.js";
import { emitError, emitPost, emitPre } from "./hooks.js";
import { log } from "./log.js";
import { addResponse, ensureRequest } from "./messages.js";
import { openRequest } from "./open-request.js";
import { respond, returned } from "./respond.js";
import { runBatch } from "./run-batch.js";
import type { Steps } from "./steps.js";
import { tellError, tellInvoked, tellInvoking } from "./verbose.js";
import { ShippedViews } from "./views.js";

export const steps: Steps = Object.freeze({ transact, authorize, invoke: invokeCall, log, emit });

/** A transaction made of these steps. */
export function transactionOf(steps: Steps): Transaction {
  return Object.freeze({
    name: "shipped",
    act: (scope: Scope, envelopes: readonly Envelope[], options: ShippedActOptions) => act(steps, scope, envelopes, options),
    decide,
    views: () => new ShippedViews(),
  });
}

/** Exactly what the specification records of its project, faults included: every log entry and every message is an append of its own. */
export const shipped: Transaction = transactionOf(steps);

async function transact(steps: Steps, call: Call): Promise<ActionResponseModel> {
  if (!(await steps.authorize(call))) return refuse(call);
  await emitPre(steps, call);
  let event: FunctionCalling;
  try {
    tellInvoking(call);
    event = await steps.invoke(call);
    tellInvoked(call, event);
  } catch (error) {
    if (call.isCancelledBy(error)) throw error;
    return fail(steps, call, error);
  }
  await emitPost(steps, call, event);
  await steps.log(call, event);
  await steps.emit(call, { kind: "event", callId: call.id, event });
  const request = await ensureRequest(call, event.function);
  await addResponse(call, request, event.execution.response);
  return respond(call, request, returned(event.execution.response));
}

/** No hook, no event, no log. */
async function refuse(call: Call): Promise<ActionResponseModel> {
  const { branchId } = call.scope;
  const output = denialOutput("gate_denied", call.request.function as string);
  const request = await ensureRequest(call, branchId);
  await addResponse(call, request, output, branchId);
  const outcome = denied("gate_denied", "denied by governance gate");
  return respond(call, request, { output, outcome }, call.invocation.arguments);
}

/** What the manager threw: unknown tools, arguments that do not fit. */
async function fail(steps: Steps, call: Call, error: unknown): Promise<ActionResponseModel> {
  const { branchId } = call.scope;
  const { function: name, arguments: raw } = call.request;
  const text = textOf(error);
  await emitError(steps, call, error);
  await steps.log(call, { error: text, function: name, arguments: raw, branch: branchId });
  tellError(call, text);
  if (!call.settings.suppressErrors) throw error;
  const request = await ensureRequest(call, branchId);
  await addResponse(call, request, { error: text, function: name, arguments: raw }, branchId);
  const output = { error: text, message: `Error invoking action '${recordedText(name)}': ${text}` };
  const code = call.scope.actions.resolve(request.content.function) ? "invalid_arguments" : "unknown_tool";
  return respond(call, request, { output, outcome: rejected(code, text) }, raw);
}

function invokeCall(call: Call): Promise<FunctionCalling> {
  const { signal } = call;
  const onEvent = (event: FunctionCalling) => {
    call.event = event;
  };
  return interruptible(invoke(call.scope.actions, call.request, { signal, onEvent }), signal);
}

async function act(steps: Steps, scope: Scope, envelopes: readonly Envelope[], options: ShippedActOptions): Promise<ActionResponseModel[]> {
  const settings = readSettings(options);
  // A list cannot be told from its one member here, and nobody but `act(null)` comes with nothing in it.
  if (envelopes.length === 1 && envelopes[0] === null) throw new RecordedFault("TypeError", "invalid_envelope", "nothing was requested");
  if (settings.strategy === "sequential") return inTurn(steps, scope, envelopes, settings);
  const slots = await runBatch(
    envelopes,
    async ({ value, index }, attempt, signal) => {
      return steps.transact(steps, new Call({ scope, settings, request: openRequest(value), index, attempt, signal }));
    },
    settings,
  );
  // Errors and defaults are in it only for those who asked for them.
  return slots as ActionResponseModel[];
}

/** One after another; what is thrown ends the loop. */
async function inTurn(steps: Steps, scope: Scope, envelopes: readonly Envelope[], settings: Settings): Promise<ActionResponseModel[]> {
  const { signal } = settings;
  const models: ActionResponseModel[] = [];
  for (const [index, envelope] of envelopes.entries()) {
    signal?.throwIfAborted();
    models.push(await steps.transact(steps, new Call({ scope, settings, request: openRequest(envelope), index, attempt: 1, signal })));
  }
  return models;
}

async function decide(scope: Scope, envelopes: readonly Envelope[], options: ShippedActOptions): Promise<Preview[]> {
  const settings = readSettings(options);
  const previews: Preview[] = [];
  for (const [index, envelope] of envelopes.entries()) {
    const call = new Call({ scope, settings, request: openRequest(envelope), index, attempt: 1, signal: settings.signal });
    const outcome = (await mayRun(call)) ? null : denied("gate_denied", "denied by governance gate");
    previews.push({ ...call.invocation, decision: null, outcome });
  }
  return previews;
}
