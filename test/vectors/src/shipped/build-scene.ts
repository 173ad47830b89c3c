import { attachHooks } from "@acta/actions/shipped";
import { Branch, type BranchOptions, Session } from "@acta/branch";
import { transactionOf, unbound } from "@acta/branch/shipped";
import { type ActionRequest, createActionRequest, createMessage, type Json, type Message } from "@acta/messages";
import type { ActionRequestSpec, Given, MessageCallbackSpec, PastSpec } from "../format.js";
import { createError } from "../program/errors.js";
import { Model } from "../program/values.js";
import { buildAgent } from "./build-agent.js";
import { buildHooks } from "./build-hooks.js";
import { buildObserver } from "./build-observer.js";
import { buildTool } from "./build-tool.js";
import { Labels } from "./labels.js";
import type { Heard, Scene } from "./scene.js";
import { Trace } from "./trace.js";
import { tracedSteps } from "./traced-steps.js";
import { decodeArguments } from "./values.js";

/** A real branch with everything that `given` says, in the state before the call. */
export async function buildScene(given: Given, isList: () => boolean = () => false): Promise<Scene> {
  const heard: Heard = {
    trace: new Trace(),
    labels: new Labels(),
    calls: [],
    starts: [],
    awaitables: [],
    lines: [],
    inFlight: 0,
    maxInFlight: 0,
    ranOffThread: false,
  };
  const observer = given.session === undefined ? null : buildObserver(given.session, heard);
  const branch = buildBranch(given, heard, isList, observer);
  const requests = await addHistory(branch, given.history ?? []);
  for (const message of branch.messages.messages) labelOf(heard, message);
  watchMessages(branch, given.message_callbacks ?? [], heard);
  const signalsBefore = observer?.stored.length ?? 0;
  const streams = [...new Set(given.session?.routes?.map(({ into }) => into))];
  return { branch, observer, requests, heard, signalsBefore, streams };
}

function buildBranch(given: Given, heard: Heard, isList: () => boolean, observer: Scene["observer"]): Branch {
  const { tools = [], hooks, agent } = given;
  const agentHooks = agent && buildAgent(agent, heard.trace);
  const bus = hooks && buildHooks(hooks, heard);
  const options: BranchOptions = {
    transaction: transactionOf(tracedSteps(heard, isList)),
    tools: tools.map((spec) => buildTool(spec, heard)).map((tool) => (agentHooks ? attachHooks(tool, agentHooks) : tool)),
    hooks: bus && given.bus_bound === false ? unbound(bus) : bus,
    logger: (line) => heard.lines.push(line),
  };
  return observer === null ? new Branch(options) : new Session({ observer }).branch(options);
}

async function addHistory(branch: Branch, history: readonly PastSpec[]): Promise<Map<string, ActionRequest>> {
  const requests = new Map<string, ActionRequest>();
  for (const past of history) {
    if ("system" in past) await branch.add(createMessage({ role: "system", content: past.system }));
    else if ("instruction" in past) await branch.add(createMessage({ role: "user", content: past.instruction }));
    else await branch.add(createRequest(past.action_request, requests));
  }
  return requests;
}

/** A request message that is addressed only where the vector says so, noted under its handle. */
export function createRequest(spec: ActionRequestSpec, requests: Map<string, ActionRequest>): ActionRequest {
  const { function: name, sender = null, recipient = null, id } = spec;
  const given = decodeArguments(spec.arguments);
  // A message holds what a typed model was explicitly given.
  const args = given instanceof Model ? { ...given } : given;
  const request = createActionRequest({ function: name, arguments: args as Json, sender, recipient });
  if (id !== undefined) requests.set(id, request);
  return request;
}

const kinds = { action_request: "ActionRequest", action_response: "ActionResponse", message: "Instruction" } as const;

export const kindOf = ({ kind, role }: Message) => (role === "system" ? "System" : kinds[kind]);

export function labelOf({ labels }: Heard, message: Message): string {
  const kind = { System: "sys", Instruction: "ins", ActionRequest: "req", ActionResponse: "resp" } as const;
  return labels.of(kind[kindOf(message)], message.id);
}

/** The first callback hears of everything that is added, the others are the given ones. */
function watchMessages(branch: Branch, callbacks: readonly MessageCallbackSpec[], heard: Heard): void {
  const known = new Set(branch.messages.messages.map(({ id }) => id));
  branch.onMessage((message) => {
    const index = branch.messages.messages.findIndex(({ id }) => id === message.id);
    const isKnown = known.has(message.id);
    known.add(message.id);
    heard.trace.add("message.add", { message: labelOf(heard, message), kind: kindOf(message), index, ...(isKnown && { re_added: true }) });
  });
  for (const { id, mode, raise, on } of callbacks) {
    const error = raise && createError(raise);
    const callback = (message: Message) => {
      heard.trace.add("message.callback", { id, message: labelOf(heard, message) });
      if (error !== undefined && (on === undefined || on === kindOf(message))) throw error;
    };
    branch.onMessage(mode === "async" ? async (message) => callback(message) : callback);
  }
}
