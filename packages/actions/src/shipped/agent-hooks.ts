import type { Tool } from "../tool.js";
import { isDictionary } from "./values.js";

type Fields = { readonly [key: string]: unknown };

/** `action` is `args.action`, or blank. An object that it returns replaces the arguments. */
export type PreHook = (toolName: string, action: string, args: Fields) => unknown;

/** Gets a blank action and no arguments. An object that it returns replaces the result. */
export type PostHook = (toolName: string, action: string, args: Fields, result: Fields) => unknown;

/** Hooks of an agent, by `phase:tool`: the phases `security_pre`, `pre`, `post`; for the tool `*`, its name, or its name and `_tool`. */
export interface AgentHooks {
  /** Of a permission policy: the first of the security hooks for every tool. */
  readonly permissions?: PreHook | undefined;
  readonly hooks?: { readonly [key: string]: readonly (PreHook | PostHook)[] } | undefined;
}

/** A copy of the tool with an agent's hooks in the place of its own processors. (ADR-0012 D5) */
export function attachHooks<T extends Tool>(tool: T, agent: AgentHooks): T {
  const { name } = tool;
  const security = select<PreHook>(agent, "security_pre", name);
  const preprocess = chainPreHooks(
    name,
    agent.permissions ? [agent.permissions, ...security] : security,
    select<PreHook>(agent, "pre", name),
  );
  const postprocess = chainPostHooks(name, select<PostHook>(agent, "post", name));
  const copy: T = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool);
  // Bound, because the methods of a class may use private fields, which no copy has; a bound function is as async as it was.
  return Object.assign(copy, { run: tool.run.bind(tool), ...(preprocess && { preprocess }), ...(postprocess && { postprocess }) });
}

function select<Hook>({ hooks = {} }: AgentHooks, phase: string, tool: string): readonly Hook[] {
  return [`${phase}:*`, `${phase}:${tool}`, `${phase}:${tool}_tool`].flatMap((key) =>
    Object.hasOwn(hooks, key) ? (hooks[key] ?? []) : [],
  ) as Hook[];
}

/** Security, user, and security again where there is a user hook at all. Undefined where there is none. */
export function chainPreHooks(
  tool: string,
  security: readonly PreHook[],
  user: readonly PreHook[] = [],
): ((args: Fields) => Promise<Fields>) | undefined {
  const chain = user.length > 0 ? [...security, ...user, ...security] : security;
  if (chain.length === 0) return undefined;
  return async (args) => {
    let current = args;
    for (const hook of chain) {
      const { action = "" } = current;
      const answer: unknown = await hook(tool, action as string, current);
      if (isDictionary(answer)) current = answer;
    }
    return current;
  };
}

/** In order; not asked about a result that is no object. Undefined where there is none. */
export function chainPostHooks(tool: string, hooks: readonly PostHook[]): ((result: unknown) => Promise<unknown>) | undefined {
  if (hooks.length === 0) return undefined;
  return async (result) => {
    if (!isDictionary(result)) return result;
    let current = result;
    for (const hook of hooks) {
      const answer: unknown = await hook(tool, "", {}, current);
      if (isDictionary(answer)) current = answer;
    }
    return current;
  };
}
