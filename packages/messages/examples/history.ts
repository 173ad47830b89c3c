import { createActionRequest, createActionResponse, createMessage, MessageManager } from "@acta/messages";

const history = new MessageManager();
history.add(createMessage({ role: "system", content: "You keep the ledger." }));

const add = createActionRequest({ function: "add", arguments: '{"a": 1, "b": 2}', correlationId: "call_1" });
const read = createActionRequest({ function: "read", arguments: { path: "ledger.txt" }, correlationId: "call_2" });
history.add(add, { batchId: "turn-1", index: 0 });
history.add(read, { batchId: "turn-1", index: 1 });

// The second call ends first, and fails.
history.add(createActionResponse({ request: read, output: null, error: { code: "tool_failed", message: "There is no ledger.txt." } }));
history.add(createActionResponse({ request: add, output: 3 }));

for (const message of history.messages) {
  if (message.kind === "message") console.log(message.role, message.content);
  else if (message.kind === "action_request") console.log("call", message.content.function, history.responseTo(message.id)?.correlationId);
  else console.log("result", message.content.error?.message ?? message.content.output);
}

// prints: system You keep the ledger.
// prints: call add call_1
// prints: result 3
// prints: call read call_2
// prints: result There is no ledger.txt.
