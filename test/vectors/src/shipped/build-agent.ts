import type { AgentHooks, PreHook } from "@acta/actions/shipped";
import { PermissionPolicy, type PermissionPolicyInit, readOnlyPolicy, safePolicy } from "@acta/permissions/shipped";
import type { AgentHookSpec, AgentSpec } from "../format.js";
import type { Json } from "../json.js";
import { driveAsync } from "../program/drive.js";
import { Program } from "../program/program.js";
import { encode } from "../program/values.js";
import type { Trace } from "./trace.js";

type PolicySpec = NonNullable<AgentSpec["permissions"]>;
type Fields = { readonly [key: string]: unknown };

/** The hooks of an agent, each one program for all tools. */
export function buildAgent({ permissions, hooks = {} }: AgentSpec, trace: Trace): AgentHooks {
  const table = Object.entries(hooks).map(([key, list]) => [key, list.map((hook) => buildAgentHook(hook, key.split(":")[0] ?? "", trace))]);
  return { permissions: permissions && (buildPolicy(permissions, trace).toPreHook() as PreHook), hooks: Object.fromEntries(table) };
}

export function buildAgentHook({ id, do: steps }: AgentHookSpec, phase: string, trace: Trace) {
  const program = new Program(steps);
  return (toolName: string, action: string, args: Fields, result?: Fields) => {
    const seen = { id, phase, tool_name: toolName, action: encode(action), args: encode(args), result: result && encode(result) };
    trace.add("agent_hook", seen);
    return driveAsync(program.begin(result ?? args));
  };
}

export function buildPolicy(spec: PolicySpec, trace: Trace): PermissionPolicy {
  if ("preset" in spec) return spec.preset === "safe" ? safePolicy() : readOnlyPolicy();
  const { on_escalate: handler, ...rules } = spec;
  return new PermissionPolicy({ ...rules, onEscalate: handler && buildEscalation(handler.do, trace) });
}

function buildEscalation(steps: ConstructorParameters<typeof Program>[0], trace: Trace): PermissionPolicyInit["onEscalate"] {
  const program = new Program(steps);
  return (decision, args) => {
    trace.add("on_escalate", { decision: describeDecision(decision), args: encode(args) });
    return driveAsync(program.begin(args));
  };
}

export function describeDecision({ behavior, toolName, action, reason, matchedRule }: ReturnType<PermissionPolicy["check"]>): Json {
  return { behavior, tool_name: toolName, action, reason, matched_rule: matchedRule };
}
