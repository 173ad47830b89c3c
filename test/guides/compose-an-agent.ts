import { defineTool } from "@acta/actions";
import { Branch, Session, SessionObserver } from "@acta/branch";
import { type OpenAIToolCall, type OpenAIToolMessage, openaiChat } from "@acta/codecs";
import { HookBus } from "@acta/hooks";
import { memoryJournal } from "@acta/journal/memory";
import { PermissionPolicy } from "@acta/permissions";
import { z } from "zod";

// 1. What the agent can do. `effect` says what may be repeated.
const files = new Map([
  ["todo.txt", "water the plants"],
  ["salaries.txt", "secret"],
]);
const read = defineTool({
  name: "read_file",
  description: "Reads a file.",
  input: z.object({ path: z.string() }),
  effect: "read",
  run: ({ path }) => files.get(path) ?? "there is no such file",
});
const remove = defineTool({
  name: "delete_file",
  description: "Deletes a file.",
  input: z.object({ path: z.string() }),
  run: ({ path }) => files.delete(path),
});
const tools = [read, remove] as const;

// 2. What it may do: data, which can come from a file. Tools of one's own say which argument the patterns are about.
const path = { arguments: [{ name: "path", kind: "path" as const }] };
const policy = new PermissionPolicy({
  mode: "rules",
  deny: { read_file: ["salaries*"] },
  allow: { read_file: ["*"] },
  escalate: { delete_file: ["*"] },
  tools: { read_file: path, delete_file: path },
});

// 3. Who is told, who is asked, and where it is recorded.
const hooks = new HookBus();
hooks.on("tool.post", ({ toolName, resultSummary }) => console.log(`  ran ${toolName}: ${resultSummary}`));
const observer = new SessionObserver();
observer.observe("gate_denied", ({ call, decision }) => console.log(`  denied ${call.function}: ${decision.rule}`));
const journal = memoryJournal();
const session = new Session({
  policy,
  hooks,
  observer,
  journal,
  onEscalate: (call) => {
    console.log(`  may it ${call.function} ${call.arguments.path}? yes`);
    return true;
  },
});
const branch = session.branch({ id: "chat-1", tools });

// 4. The loop. A model would get `openaiChat.writeTools(branch.actions.schemas())` and `conversation`; this one has learned its lines.
const call = (id: string, name: string, path: string): OpenAIToolCall => {
  return { id, type: "function", function: { name, arguments: JSON.stringify({ path }) } };
};
const lines = [
  [call("1", "read_file", "todo.txt"), call("2", "read_file", "salaries.txt")],
  [call("3", "delete_file", "todo.txt"), call("4", "rename_file", "todo.txt")],
];
const conversation: OpenAIToolMessage[] = [];
for (const tool_calls of lines) {
  console.log(`the model asks for ${tool_calls.length} calls`);
  const responses = await branch.act(openaiChat.read({ tool_calls }));
  conversation.push(...openaiChat.write(responses.flatMap(({ response }) => response ?? [])));
}
for (const { content } of conversation) console.log(content);

// 5. Later, in another process: history is read from the journal, and every request in it has its answer.
const again = await Branch.open({ id: "chat-1", journal, tools });
console.log(`${again.messages.messages.length} messages, ${again.messages.openRequests.length} open`);

// prints: the model asks for 2 calls
// prints:   denied read_file: deny.read_file[0]
// prints:   ran read_file: "water the plants"
// prints: the model asks for 2 calls
// prints:   may it delete_file todo.txt? yes
// prints:   ran delete_file: true
// prints: water the plants
// prints: {"error":"denied by permission policy","function":"read_file"}
// prints: true
// prints: there is no tool named "rename_file"
// prints: 8 messages, 0 open
