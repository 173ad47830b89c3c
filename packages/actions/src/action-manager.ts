import type { InvokeOptions } from "@acta/event";
import type { JsonObject } from "@acta/governance";
import { parseArguments, validateArguments } from "./arguments.js";
import { ActionError, ToolNotFound } from "./errors.js";
import type { Executor } from "./executor.js";
import { faultOfTool } from "./fault-of-tool.js";
import { FunctionCalling } from "./function-calling.js";
import { inline } from "./inline.js";
import type { Tool } from "./tool.js";
import { type ToolSchema, toolSchema } from "./tool-schema.js";

/** Registers tools and resolves them; it governs nothing. (ADR-0012 D5) */
export class ActionManager {
  readonly #tools = new Map<string, Tool>();
  readonly #executors = new Map<string, Executor>([[inline.name, inline]]);

  constructor(tools: readonly Tool[] = [], options: { readonly executors?: readonly Executor[] | undefined } = {}) {
    for (const executor of options.executors ?? []) this.#executors.set(executor.name, executor);
    for (const tool of tools) this.register(tool);
  }

  /** Throws `invalid_tool` for a malformed tool, a name that is taken, and an executor that nobody registered. */
  register(tool: Tool): void {
    const refuse = (problem: string): never => {
      throw new ActionError("invalid_tool", `the tool ${String(tool?.name)} ${problem}`);
    };
    const fault = faultOfTool(tool);
    if (fault !== undefined) refuse(fault);
    if (this.#tools.has(tool.name)) refuse("is registered already");
    if (tool.executor !== undefined && !this.#executors.has(tool.executor)) refuse(`names an unknown executor: ${tool.executor}`);
    this.#tools.set(tool.name, tool);
  }

  /** By exact, case-sensitive name. */
  resolve(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  get tools(): readonly Tool[] {
    return [...this.#tools.values()];
  }

  /** What a model is told, in order of registration. */
  schemas(): readonly ToolSchema[] {
    return this.tools.map(toolSchema);
  }

  /** Where tools can run, by exact name. */
  executor(name: string): Executor | undefined {
    return this.#executors.get(name);
  }

  /** Throws `invalid_tool` for a tool that names an executor which nobody registered: it must not run anywhere else. */
  executorFor(tool: Tool): Executor {
    const executor = this.#executors.get(tool.executor ?? inline.name);
    if (executor === undefined) throw new ActionError("invalid_tool", `the tool ${tool.name} names an unknown executor: ${tool.executor}`);
    return executor;
  }

  /** The arguments that would run. Throws `InvalidArguments`. Without a promise when the schema is synchronous. */
  validate(tool: Tool, input: unknown): JsonObject | Promise<JsonObject> {
    return validateArguments(tool, parseArguments(input));
  }

  /**
   * Resolves and validates a call: its pending event, which nothing governs. Throws `invalid_envelope`, `ToolNotFound`,
   * `InvalidArguments`.
   */
  async prepareUngoverned(call: { readonly function: string; readonly arguments: unknown }): Promise<FunctionCalling> {
    if (typeof call !== "object" || call === null || typeof call.function !== "string" || !("arguments" in call)) {
      throw new ActionError("invalid_envelope", "a call needs a function and arguments");
    }
    const tool = this.resolve(call.function);
    if (tool === undefined) throw new ToolNotFound(call.function);
    const raw = parseArguments(call.arguments);
    return new FunctionCalling({ tool, raw, arguments: await validateArguments(tool, raw), executor: this.executorFor(tool) });
  }

  /**
   * Validates, runs and captures, and nothing else: no policy is asked, no hook called, nothing recorded, no history written.
   * The tool's own processors and its `timeoutMs` still hold. For tests, and for composition below a transaction. (ADR-0012 D5)
   *
   * Throws what `prepareUngoverned` throws; rejects with a cancellation.
   */
  async invokeUngoverned(
    call: { readonly function: string; readonly arguments: unknown },
    options?: InvokeOptions,
  ): Promise<FunctionCalling> {
    const event = await this.prepareUngoverned(call);
    await event.invoke({ timeoutMs: event.tool.timeoutMs, ...options });
    return event;
  }
}
