import { defineTool, type Tool } from "@acta/actions";
import type { ExecutorCall } from "@acta/actions/executor";
import { z } from "zod";

let calls = 0;

export interface NewCall extends Partial<Omit<ExecutorCall, "tool" | "arguments">> {
  readonly timeoutMs?: number;
}

/** A call with an id of its own. */
export function callOf(tool: Tool, input: ExecutorCall["arguments"] = {}, more: NewCall = {}): ExecutorCall {
  const callId = more.callId ?? `call:${process.pid}:${++calls}`;
  const { signal } = new AbortController();
  return { tool, arguments: input, callId, idempotencyKey: callId, attempt: 1, signal, progress: () => {}, ...more };
}

/** A tool of the same name as one in a worker. What it is here only says what the worker is asked for. */
export const namesake = (name: string, more: Partial<Tool> = {}): Tool =>
  defineTool({
    name,
    description: name,
    input: z.looseObject({}),
    effect: "read",
    run: () => "it ran in the caller",
    ...(more as object),
  }) as Tool;
