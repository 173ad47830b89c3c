import { defineTool } from "@acta/actions";
import { Branch } from "@acta/branch";
import { escalate, type Policy } from "@acta/governance";
import { memoryJournal } from "@acta/journal/memory";
import { z } from "zod";

const pay = defineTool({
  name: "pay",
  description: "Pays somebody.",
  input: z.object({ to: z.string(), cents: z.number().int().positive() }),
  run: ({ to, cents }) => `paid ${cents} to ${to}`,
});
const policy: Policy = {
  id: "payments",
  version: "1",
  decide: (call) => (Number(call.arguments.cents) < 1_000 ? true : escalate("a large payment", { approvers: ["treasurer"] })),
};

const journal = memoryJournal();
const branch = new Branch({ id: "demo", journal, tools: [pay], policy });
const [waiting] = await branch.act({ function: "pay", arguments: { to: "landlord", cents: 90_000 } });
console.log(waiting?.outcome.kind, "open requests:", branch.messages.openRequests.length);
await branch.close();

// Another process, later: what waits is in the journal.
const later = await Branch.open({ id: "demo", journal, tools: [pay], policy });
for (const approval of await later.approvals()) {
  console.log(approval.tool, JSON.stringify(approval.arguments), approval.reason);
  const refused = await later.approve(approval.id, { by: "mallory" });
  if (!refused.success && "code" in refused) console.log("mallory:", refused.code);
  const answer = await later.approve(approval.id, { by: "treasurer", note: "rent", arguments: { to: "landlord", cents: 80_000 } });
  if (answer.success) console.log(answer.attempt, answer.output);
}
console.log("open requests:", later.messages.openRequests.length, "waiting:", (await later.approvals()).length);

// prints: escalated open requests: 1
// prints: pay {"to":"landlord","cents":90000} a large payment
// prints: mallory: not_allowed
// prints: 2 paid 80000 to landlord
// prints: open requests: 0 waiting: 0
