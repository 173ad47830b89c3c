import { defineTool } from "@acta/actions";
import { Branch, corrected } from "@acta/branch";
import { shipped } from "@acta/branch/shipped";
import { z } from "zod";

const divide = defineTool({
  name: "divide",
  description: "Divides two numbers.",
  input: z.object({ a: z.number(), b: z.number() }),
  effect: "read",
  run: ({ a, b }) => {
    if (b === 0) throw new Error("division by zero");
    return a / b;
  },
});

// The same request to the same tool: what failed counts as done in the one, and is said in the other.
for (const transaction of [shipped, corrected]) {
  const branch = new Branch({ tools: [divide], transaction });
  const [response] = await branch.act({ function: "divide", arguments: { a: 1, b: 0 } });
  const { messages, openRequests } = branch.messages;
  console.log(transaction.name, response?.success, response?.output, response?.outcome.kind);
  console.log("messages", messages.length, "open", openRequests.length);
}

// prints: shipped true null succeeded
// prints: messages 1 open 1
// prints: corrected false null failed
// prints: messages 2 open 0
