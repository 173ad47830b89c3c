// What needs no types beyond the language: neither those of a browser nor those of Node.
import { openaiChat } from "@acta/codecs";
import { HookBus, StopHook } from "@acta/hooks";
import { memoryJournal } from "@acta/journal/memory";
import { createActionRequest, createActionResponse, MessageManager } from "@acta/messages";

declare const console: { log(line: string): void };

const bus = new HookBus();
bus.on("tool.pre", () => {
  throw new StopHook();
});
bus.emitBlocking("tool.pre", { callId: "c1", toolName: "add", argumentsSummary: "{}", arguments: {} });

const journal = memoryJournal();
journal.append("b", [{ id: "1", kind: "note", at: 0, opens: "m", body: null }]);
console.log(`${journal.unsettled().entries.length} open`);

const messages = new MessageManager();
const request = createActionRequest({ function: "add", arguments: "{}", correlationId: "c1" });
messages.add(request);
const response = createActionResponse({ request, output: 3 });
messages.add(response);
console.log(
  openaiChat
    .write([response])
    .map(({ role, content }) => `${role} ${JSON.stringify(content)}`)
    .join(),
);

// prints: 1 open
// prints: tool "3"
