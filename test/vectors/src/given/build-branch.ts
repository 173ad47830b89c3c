import { Branch, type BranchOptions, type Diagnostic, Session } from "@acta/branch";
import type { HookPoint } from "@acta/hooks";
import type { Journal } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import type { ActionRequest } from "@acta/messages";
import type { Given } from "../format.js";
import { addHistory } from "./add-history.js";
import { addMessageCallbacks } from "./add-message-callbacks.js";
import { AgentHooks, buildOnEscalate, buildPolicy } from "./build-agent.js";
import { buildHooks } from "./build-hooks.js";
import { buildObserver } from "./build-observer.js";
import { buildTool } from "./build-tool.js";

/** What was heard of calls while they ran. */
export interface Heard {
  /** Call id of each start of a tool's body, in order. */
  readonly starts: string[];
  readonly points: { readonly callId: string; readonly point: HookPoint }[];
  readonly diagnostics: Diagnostic[];
}

export interface Scene {
  readonly branch: Branch;
  readonly journal: Journal;
  /** Request messages by the handles that vectors have for them. */
  readonly requests: Map<string, ActionRequest>;
  readonly heard: Heard;
}

/** A real branch with everything that `given` says, in the state before the call. */
export async function buildBranch(given: Given): Promise<Scene> {
  const heard: Heard = { starts: [], points: [], diagnostics: [] };
  const journal = memoryJournal();
  const branch = newBranch(given, journal, heard);
  const requests = await addHistory(branch, given.history ?? []);
  addMessageCallbacks(branch, given.message_callbacks ?? []);
  return { branch, journal, requests, heard };
}

function newBranch(given: Given, journal: Journal, heard: Heard): Branch {
  const { tools = [], hooks, agent, session } = given;
  const agentHooks = new AgentHooks(agent?.hooks);
  const options: BranchOptions = {
    journal,
    tools: tools.map((spec) => agentHooks.attach(buildTool(spec, (callId) => heard.starts.push(callId)))),
    hooks: hooks && buildHooks(hooks, (callId, point) => heard.points.push({ callId, point })),
    policy: agent?.permissions && buildPolicy(agent.permissions),
    onEscalate: agent?.permissions && buildOnEscalate(agent.permissions),
    onDiagnostic: (diagnostic) => heard.diagnostics.push(diagnostic),
  };
  return session === undefined ? new Branch(options) : new Session({ observer: buildObserver(session) }).branch(options);
}
