import { Cancellation, serialize } from "@acta/event";
import { canonicalJson, type Json } from "@acta/governance";
import type { ActionRequest, ActionResponse, Message } from "@acta/messages";
import { ActFailed, type ActionResponseModel, type ProposedBody, RecordLost, type SettledBody } from "../../src/index.js";
import type { Acted, Observation, View } from "./observation.js";

/** What is wrong, a sentence each. Empty: everything that the branch promises holds. */
export function checkInvariants(observation: Observation): string[] {
  const calls = new Calls(observation);
  return [
    ...checkRequests(observation, calls),
    ...observation.acts.flatMap((acted) => checkAct(acted, observation)),
    ...checkRebuilt(observation, calls),
    ...checkRuns(observation, calls),
    ...checkHooks(observation),
    ...observation.unhandled.map((error) => `unhandled rejection: ${String(error)}`),
    ...(observation.leftovers.timers > 0 ? [`${observation.leftovers.timers} timers left`] : []),
    ...(observation.leftovers.listeners > 0 ? [`${observation.leftovers.listeners} listeners left`] : []),
  ];
}

/** What the record has of each call. */
class Calls {
  readonly proposals = new Map<string, ProposedBody>();
  readonly settlements = new Map<string, SettledBody[]>();
  readonly approvals = new Set<string>();

  constructor({ entries }: Observation) {
    for (const { kind, body } of entries) {
      const { callId } = body as { readonly callId: string };
      if (kind === "call.proposed") this.proposals.set(callId, body as ProposedBody);
      if (kind === "approval.requested") this.approvals.add(callId);
      if (kind === "call.settled") this.settlements.set(callId, [...(this.settlements.get(callId) ?? []), body as SettledBody]);
    }
  }

  about(requestId: string): string[] {
    return [...this.proposals.values()].filter((proposal) => proposal.requestId === requestId).map(({ callId }) => callId);
  }
}

const isRequest = (message: Message): message is ActionRequest => message.kind === "action_request";
const isResponse = (message: Message): message is ActionResponse => message.kind === "action_response";

/** Each request has one response or one open approval, and one outcome; a call whose end could not be stored is the exception. */
function checkRequests({ live, acts, endangered }: Observation, calls: Calls): string[] {
  const problems: string[] = [];
  const isLost = acts.some(({ thrown }) => RecordLost.isInstance(thrown));
  const known = acts.every(({ models }) => models !== null)
    ? new Set(acts.flatMap(({ models }) => models ?? []).map(({ requestId }) => requestId))
    : null;
  for (const request of live.messages.filter(isRequest)) {
    const responses = live.messages.filter((message) => isResponse(message) && message.content.actionRequestId === request.id);
    const [callId, ...others] = calls.about(request.id);
    if (callId === undefined) problems.push(`${request.id} is in history and not in the record`);
    if (others.length > 0) problems.push(`${request.id} has several calls`);
    if (known && !known.has(request.id)) problems.push(`${request.id} is in history, and no act answered for it`);
    const mayBeLost = isLost && callId !== undefined && endangered.has(callId);
    const isWaiting = callId !== undefined && calls.approvals.has(callId);
    const ends = (callId === undefined ? [] : (calls.settlements.get(callId) ?? [])).length + (isWaiting ? 1 : 0);
    if (responses.length !== (isWaiting ? 0 : 1) && !(responses.length === 0 && mayBeLost))
      problems.push(`${request.id} has ${responses.length} responses`);
    if (ends !== 1 && !(ends === 0 && mayBeLost)) problems.push(`${request.id} has ${ends} outcomes`);
    if ((request.content.actionResponseId ?? undefined) !== responses[0]?.id)
      problems.push(`${request.id} and its response are not linked`);
  }
  return problems;
}

/** One model per request, in order, and each says what history says. */
function checkAct({ functions, models, thrown, reason }: Acted, { live }: Observation): string[] {
  const isExpected =
    thrown === undefined || thrown === reason || [ActFailed, RecordLost, Cancellation].some((kind) => kind.isInstance(thrown));
  if (!isExpected) return [`act threw ${String(thrown)}`];
  if (models === null) return [];
  if (models.length !== functions.length) return [`${models.length} responses for ${functions.length} requests`];
  return models.flatMap((model, index) => {
    const order = model.function === functions[index] ? [] : [`the response ${index} is about ${model.function}`];
    return [...order, ...checkModel(model, live).map((problem) => `${model.callId}: ${problem}`)];
  });
}

const withoutResponse = ["approval_required", "journal_unavailable", "duplicate", "already_answered"];

function checkModel({ response, outcome, success, output, requestId }: ActionResponseModel, live: View): string[] {
  if (success !== (outcome.kind === "succeeded")) return ["success and outcome differ"];
  if (response === null) return withoutResponse.includes(outcome.error?.code ?? "") ? [] : [`no response though it ${outcome.kind}`];
  const stored = live.messages.find((message) => isResponse(message) && message.content.actionRequestId === requestId);
  if (stored === undefined || !isResponse(stored)) return ["its response is not in history"];
  const said = [stored.success, stored.metadata.outcome, stored.metadata.executed, stored.content.error?.code ?? null];
  const got = [success, outcome.kind, outcome.executed, outcome.error?.code ?? null];
  const problems = said.join() === got.join() ? [] : [`history says ${said.join()}, act said ${got.join()}`];
  const value = success ? serialize(output) : (output as Json);
  if (canonicalJson(value) !== canonicalJson(stored.content.output)) problems.push("history has another output");
  return problems;
}

/** Reading the journal again gives the same; but for what the journal stored and said that it did not. */
function checkRebuilt({ live, rebuilt, secretlyProposed, endangered, acts }: Observation, calls: Calls): string[] {
  const isLost = acts.some(({ thrown }) => RecordLost.isInstance(thrown));
  const excused = new Set([...secretlyProposed, ...(isLost ? endangered : [])]);
  const requests = new Set([...excused].map((callId) => calls.proposals.get(callId)?.requestId));
  const isKept = (message: Message) => !requests.has(isResponse(message) ? message.content.actionRequestId : message.id);
  const text = ({ messages, log }: View) => [
    JSON.stringify(messages.filter(isKept)),
    JSON.stringify(log.filter((event) => ![...excused].some((callId) => isAbout(event, callId)))),
  ];
  const [now, later] = [text(live), text(rebuilt)];
  return [
    ...(now[0] === later[0] ? [] : ["history is another when it is rebuilt"]),
    ...(now[1] === later[1] ? [] : ["the log is another when it is rebuilt"]),
  ];
}

const isAbout = (event: Json, callId: string) => (event as { readonly id: string }).id.startsWith(callId);

/** Nothing runs without an intent, what is unsafe runs once, and `executed` does not lie. */
function checkRuns({ runs, acts }: Observation, calls: Calls): string[] {
  const problems = runs.filter(({ hadIntent }) => !hadIntent).map(({ callId }) => `${callId} ran without a stored intent`);
  const effects = (callId: string) => runs.filter((run) => run.callId === callId && !run.hadNoEffect);
  for (const { callId, effect } of runs) {
    if (effect === "unsafe" && effects(callId).length > 1) problems.push(`${callId} is unsafe and ran ${effects(callId).length} times`);
  }
  const models = acts.flatMap((acted) => acted.models ?? []);
  const settled = [...calls.settlements].flatMap(([callId, bodies]) =>
    bodies.map(({ outcome }) => ({ callId, outcome: outcome as { executed: string } })),
  );
  for (const { callId, outcome } of [...models, ...settled]) {
    if (outcome.executed === "no" && effects(callId).length > 0) problems.push(`${callId} says that it did not run`);
    if (outcome.executed === "yes" && effects(callId).length === 0) problems.push(`${callId} says that it ran`);
  }
  return problems;
}

/** At most one terminal hook a call, and the right one. */
function checkHooks({ hooks, acts }: Observation): string[] {
  const problems: string[] = [];
  for (const { callId, outcome } of acts.flatMap(({ models }) => models ?? [])) {
    const ends = hooks.filter((hook) => hook.callId === callId && hook.point !== "tool.pre").map(({ point }) => point);
    if (ends.length > 1) problems.push(`${callId} has ${ends.length} terminal hooks`);
    if ((ends[0] === "tool.post") !== (outcome.kind === "succeeded"))
      problems.push(`${callId} ${outcome.kind}, and the hook says ${ends[0]}`);
  }
  return problems;
}
