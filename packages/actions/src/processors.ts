import type { JsonObject } from "@acta/governance";
import type { Tool, ToolContext } from "./tool.js";

/** Transforms arguments before a tool runs. An object that it returns replaces them; anything else changes nothing. They are frozen. */
export type Processor = (input: JsonObject, context: ToolContext & { readonly toolName: string }) => unknown;

/** Transforms an output that is an object. An object that it returns replaces it; anything else changes nothing. */
export type PostProcessor = (
  output: { readonly [key: string]: unknown },
  context: ToolContext & { readonly toolName: string; readonly arguments: JsonObject },
) => unknown;

/** In order of running. */
export interface Processors {
  /** May refuse by throwing `PermissionError`. Run first, and again on what will run whenever arguments changed. */
  readonly security: readonly Processor[];
  readonly pre: readonly Processor[];
  readonly post: readonly PostProcessor[];
}

/** By tool name; those under `*` are for every tool and run first. */
export type ProcessorTable<P> = { readonly [toolName: string]: readonly P[] };

/** An agent's processors, for all of its tools. (ADR-0012 D5) */
export interface AgentProcessors {
  readonly security?: ProcessorTable<Processor> | undefined;
  readonly pre?: ProcessorTable<Processor> | undefined;
  readonly post?: ProcessorTable<PostProcessor> | undefined;
}

/**
 * A copy of the tool with an agent's processors around its own: security, pre, the tool's `preprocess`, security again if anything
 * changed; run; the tool's `postprocess`, post. (ADR-0012 D5)
 */
export function withProcessors<T extends Tool>(tool: T, agent: AgentProcessors): T {
  const own: Processors = tool.processors ?? { security: [], pre: [], post: [] };
  const processors: Processors = {
    security: [...select(agent.security, tool.name), ...own.security],
    pre: [...select(agent.pre, tool.name), ...own.pre],
    post: [...own.post, ...select(agent.post, tool.name)],
  };
  const copy: T = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, { processors });
  // Bound, because the methods of a class may use private fields, which no copy has.
  for (const method of methods) if (tool[method]) Object.defineProperty(copy, method, { value: tool[method].bind(tool), enumerable: true });
  return copy;
}

const methods = ["run", "lock", "preprocess", "postprocess", "reconcile", "isFailure"] as const;

function select<P>(table: ProcessorTable<P> | undefined, name: string): readonly P[] {
  const own = (key: string) => (table && Object.hasOwn(table, key) ? (table[key] ?? []) : []);
  return name === "*" ? own("*") : [...own("*"), ...own(name)];
}
