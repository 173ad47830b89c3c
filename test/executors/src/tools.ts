import { defineTool, type Tool } from "@acta/actions";
import type { Executor, ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import { inThread } from "@acta/executor-threads";
import type { JsonObject } from "@acta/governance";
import { z } from "zod";
import * as tools from "../tools/tools.mjs";

export type ToolName = keyof typeof tools;

/** Where this program and the threads find the tools: as many folders up from here as from the built program. */
const module = new URL("../tools/tools.mjs", import.meta.url);

const toolNamed = (name: ToolName): Tool =>
  inThread(
    defineTool({ name, description: name, input: z.looseObject({}), run: (input) => (runs[name] as (input: unknown) => unknown)(input) }),
    { module, export: name },
  );

const runs: { readonly [name in ToolName]: unknown } = { ...tools };

let calls = 0;

/** What an executor answers to a call of a tool. */
export async function run(executor: Executor, name: ToolName, input: JsonObject = {}, signal = new AbortController().signal) {
  const callId = `call-${++calls}`;
  const call: ExecutorCall = {
    tool: toolNamed(name),
    arguments: input,
    callId,
    idempotencyKey: callId,
    attempt: 1,
    signal,
    progress: () => {},
  };
  return (await executor.execute(call)) satisfies ExecutorResult;
}

/** Whether the executor still answers as it should. */
export async function goesOn(executor: Executor): Promise<boolean> {
  const input = { still: "here" };
  const result = await run(executor, "echo", input);
  return result.kind === "returned" && JSON.stringify(result.output) === JSON.stringify(input);
}
