import { defineTool } from "@acta/actions";
import { Branch, recover } from "@acta/branch";
import { memoryJournal } from "@acta/journal/memory";
import { z } from "zod";

// A journal that survives in earnest: sqliteJournal({ path: "acta.db" }) of @acta/journal-sqlite.
const journal = memoryJournal();
const sent: string[] = [];
const mail = defineTool({
  name: "mail",
  description: "Sends a mail.",
  input: z.object({ to: z.string() }),
  run: ({ to }, { idempotencyKey }) => {
    sent.push(idempotencyKey);
    return to === "nobody" ? new Promise<string>(() => {}) : `sent to ${to}`;
  },
  // Asks the mail service whether it knows the key.
  reconcile: (idempotencyKey) => (sent.includes(idempotencyKey) ? "done" : "not_done"),
});

// This process dies while the mail is being sent: nobody will ever answer.
void new Branch({ id: "demo", journal, tools: [mail] }).act({ function: "mail", arguments: { to: "nobody" } });
while (sent.length === 0) await Promise.resolve();

// The next one ends what the first left open, before it does anything else.
for (const { function: name, outcome } of await recover(journal, { tools: [mail] })) console.log(name, outcome.kind, outcome.executed);
console.log("sent", sent.length, "open", journal.unsettled().entries.length);

// prints: mail succeeded yes
// prints: sent 1 open 0
