import { type Tool, withProcessors } from "@acta/actions";
import type { OnEscalate } from "@acta/branch";
import { PermissionPolicy, type PermissionPolicyData } from "@acta/permissions";
import type { AgentHookSpec, AgentSpec } from "../format.js";
import { driveAsync } from "../program/drive.js";
import { Program } from "../program/program.js";
import { Untranslatable } from "../untranslatable.js";

type Phase = "security_pre" | "pre" | "post";
type Hooks = NonNullable<AgentSpec["hooks"]>;
type Permissions = NonNullable<AgentSpec["permissions"]>;
type AgentHook = (input: unknown) => Promise<unknown>;

/** An agent's hooks, each one program for all tools: processors here. */
export class AgentHooks {
  readonly #hooks = new Map<string, readonly AgentHook[]>();

  constructor(hooks: Hooks = {}, onRun: (id: string) => void = () => {}) {
    for (const [key, list] of Object.entries(hooks)) {
      if (!/^(security_pre|pre|post):./.test(key)) throw new Untranslatable(`unknown agent hook ${key}`);
      this.#hooks.set(
        key,
        list.map((hook) => toAgentHook(hook, onRun)),
      );
    }
  }

  /** The tool with these hooks around its own processors; `<tool>_tool` is another key of the same tool. */
  attach(tool: Tool): Tool {
    const { name } = tool;
    const table = (phase: Phase) => ({ "*": this.#of(phase, "*"), [name]: [...this.#of(phase, name), ...this.#of(phase, `${name}_tool`)] });
    return withProcessors(tool, { security: table("security_pre"), pre: table("pre"), post: table("post") });
  }

  #of(phase: Phase, key: string): readonly AgentHook[] {
    return this.#hooks.get(`${phase}:${key}`) ?? [];
  }
}

/** Steps look arguments up in what the hook may change: the arguments, after the tool its result. */
function toAgentHook({ id, do: steps }: AgentHookSpec, onRun: (id: string) => void): AgentHook {
  const program = new Program(steps);
  return (input) => {
    onRun(id);
    return driveAsync(program.begin(input));
  };
}

export function buildPolicy(permissions: Permissions): PermissionPolicy {
  if ("preset" in permissions) return permissions.preset === "safe" ? PermissionPolicy.safe() : PermissionPolicy.readOnly();
  const { on_escalate: _, ...data } = permissions;
  return new PermissionPolicy(data as PermissionPolicyData);
}

export function buildOnEscalate(permissions: Permissions): OnEscalate | undefined {
  if (!("on_escalate" in permissions)) return undefined;
  const program = new Program(permissions.on_escalate?.do);
  return (call) => driveAsync(program.begin(call.arguments)) as Promise<boolean>;
}
