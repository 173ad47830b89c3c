import { defineTool } from "@acta/actions";
import { ActFailed, Branch, RecordLost } from "@acta/branch";
import { memoryJournal } from "@acta/journal/memory";
import { z } from "zod";

let attempts = 0;
const input = z.object({});
const fetchPage = defineTool({
  name: "fetch_page",
  description: "Fails the first time.",
  input,
  effect: "read",
  run: () => {
    attempts += 1;
    if (attempts === 1) throw new Error("the line was busy");
    return "a page";
  },
});
const pay = defineTool({
  name: "pay",
  description: "Always fails, and is never run twice.",
  input,
  run: (): string => {
    throw new Error("no funds");
  },
});

const journal = memoryJournal();
const tools = [fetchPage, pay] as const;
const branch = new Branch({ id: "demo", journal, tools, onDiagnostic: ({ code }) => console.log("diagnostic:", code) });
branch.on("tool.post", () => {
  throw new Error("the dashboard is down");
});

try {
  const requests = tools.map(({ name }) => ({ function: name, arguments: {} }));
  await branch.act(requests, { suppressErrors: false, batch: { retry: { attempts: 3 }, timeoutMs: 5_000, siblings: "isolate" } });
} catch (error) {
  if (RecordLost.isInstance(error)) throw error;
  if (!ActFailed.isInstance(error)) throw error;
  console.log(error.code, error.message);
  for (const { function: name, attempt, outcome } of error.responses) console.log(name, attempt, outcome.error?.code ?? outcome.kind);
}

// Everything was recorded before it was thrown, and can be read again.
const again = await Branch.open({ id: "demo", journal, tools });
for (const message of again.messages.messages) {
  if (message.kind === "action_response")
    console.log(message.content.function, message.success, message.content.error?.message ?? message.content.output);
}

// prints: diagnostic: hook_failed
// prints: act_failed no funds
// prints: fetch_page 2 succeeded
// prints: pay 1 tool_failed
// prints: fetch_page true a page
// prints: pay false no funds
