// What a stranger writes in an ES module. Only what the packages publish is in reach.
import { defineTool } from "@acta/actions";
import { inline } from "@acta/actions/executor";
import { runBatch, unwrap } from "@acta/batch";
import { type ActionResponseModel, Branch } from "@acta/branch";
import { openaiChat } from "@acta/codecs";
import { Event } from "@acta/event";
import { threadsExecutor } from "@acta/executor-threads";
import { allow, combine, deny, type Policy } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import { JournalError } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { createActionRequest } from "@acta/messages";
import { PermissionPolicy } from "@acta/permissions";
import { z } from "zod";
import { square } from "./thread-tool.mjs";

declare const console: { log(line: string): void };

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  effect: "read",
  executor: inline.name,
  run: ({ a, b }) => a + b,
});
const spendingLimit: Policy = {
  id: "spending-limit",
  decide: ({ arguments: { a } }) => (typeof a === "number" && a > 100 ? deny("too much") : allow()),
};
const hooks = new HookBus();
const heard: string[] = [];
hooks.on("tool.post", ({ toolName }) => void heard.push(toolName));

const journal = memoryJournal();
const policy = combine([spendingLimit, new PermissionPolicy({ mode: "rules", allow: { add: ["*"] } })]);
const branch = new Branch({ tools: [add], hooks, journal, policy });
const call = (id: string, text: string) => ({ id, type: "function" as const, function: { name: "add", arguments: text } });
const responses = await branch.act(openaiChat.read([call("c1", '{"a":2}'), call("c2", '{"a":101}')]));
console.log(responses.map(describe).join(", "));
console.log(`${heard.join()} ${openaiChat.write(responses.flatMap(({ response }) => response ?? [])).length}`);

function describe(response: ActionResponseModel<{ add: { arguments: unknown; output: number } }>): string {
  return response.success ? response.output.toFixed(1) : response.outcome.error.code;
}

const doubled = unwrap(await runBatch([1, 2, 3], (n) => Event.from(() => n * 2).invoke()));
console.log(doubled.map(({ response }) => response).join());
journal.close();
try {
  journal.append("b", []);
} catch (error) {
  if (JournalError.isInstance(error)) console.log(error.code);
}
console.log(createActionRequest({ function: "add", arguments: {} }).kind);

for (const processes of [false, true]) {
  const threads = threadsExecutor({ processes });
  const [squared] = await new Branch({ tools: [square], executors: [threads] }).act({ function: "square", arguments: { n: 7 } });
  console.log(`${squared?.outcome.kind} ${squared?.output}`);
}

// prints: 3.0, gate_denied
// prints: add 2
// prints: 2,4,6
// prints: closed
// prints: action_request
// prints: succeeded 49
// prints: succeeded 49
