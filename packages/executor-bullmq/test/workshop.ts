import { defineTool, NotExecuted, type Tool, type ToolContext } from "@acta/actions";
import { z } from "zod";

/** A promise that somebody else resolves. */
export function latch<Value = void>() {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const anything = z.looseObject({});
const tool = (name: string, run: Tool["run"], more: Partial<Tool> = {}): Tool =>
  defineTool({ name, description: name, input: anything, effect: "read", run, ...(more as object) }) as Tool;

class Odd extends Error {
  override readonly name = "Odd";
  readonly code = "odd_number";
}

/** Tools of a worker, and what is known of them. */
export function someTools() {
  const started: string[] = [];
  const begun = latch<ToolContext>();
  const finish = latch();
  const unwilling = latch<ToolContext>();
  const tools: readonly Tool[] = [
    tool("add", (input) => Number((input as { a: number }).a) + 1),
    tool("echo", (input) => input),
    tool("context", (_, { callId, attempt, idempotencyKey }) => ({ callId, attempt, idempotencyKey })),
    tool("nothing", () => undefined),
    tool("odd", () => {
      throw new Odd("not an even number");
    }),
    tool("not executed", () => {
      throw new NotExecuted("the till was closed");
    }),
    tool("large", () => "x".repeat(2_000)),
    tool("dates", () => ({ at: new Date(0), set: new Set([1, 2]) })),
    tool("steps", async function* () {
      yield 1;
      yield { two: 2 };
      return "done";
    } as Tool["run"]),
    tool("obedient", (_, context) => {
      begun.open(context);
      return new Promise((_resolve, reject) => context.signal.addEventListener("abort", () => reject(context.signal.reason)));
    }),
    tool("unwilling", async (_, context) => {
      unwilling.open(context);
      await finish.opened;
    }),
    tool("pay", (_, { callId, attempt }) => started.push(`${callId}:${attempt}`), { effect: "unsafe" }),
  ];
  return { tools, started, begun, finish, unwilling };
}
