import { defineTool } from "@acta/actions";
import { Branch } from "@acta/branch";
import { z } from "zod";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  input: z.object({ a: z.number(), b: z.number() }),
  effect: "read",
  run: ({ a, b }) => a + b,
});

const branch = new Branch({ tools: [add], policy: (call) => call.arguments.b !== 13 });

// What a model proposed: any object with a function and arguments, here as JSON text.
const responses = await branch.act([
  { function: "add", arguments: '{"a":1,"b":2}', correlationId: "call_1" },
  { function: "add", arguments: { a: 1, b: 13 } },
  { function: "subtract", arguments: {} },
]);

for (const { function: name, outcome, output } of responses) {
  console.log(name, outcome.kind, outcome.executed, JSON.stringify(output));
}
console.log(branch.messages.messages.length, branch.log.length);

// prints: add succeeded yes 3
// prints: add denied no {"error":"denied by governance gate","function":"add"}
// prints: subtract rejected no null
// prints: 6 3
