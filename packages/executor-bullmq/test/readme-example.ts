import { defineTool } from "@acta/actions";
import { Branch } from "@acta/branch";
import { bullmqExecutor, runWorker } from "@acta/executor-bullmq";
import { z } from "zod";

// A module that callers and workers import: what a tool runs with is its name.
const sum = defineTool({
  name: "sum",
  description: "Adds numbers, somewhere.",
  input: z.object({ numbers: z.array(z.number()) }),
  effect: "read",
  executor: "bullmq",
  run: ({ numbers }) => numbers.reduce((total, number) => total + number, 0),
});
const connection = process.env.REDIS_URL ?? "redis://127.0.0.1:6379";

// On as many machines as you like.
const worker = await runWorker({ tools: [sum], connection });

// Where the agent is.
const executor = bullmqExecutor({ connection });
const branch = new Branch({ tools: [sum], executors: [executor] });
const [response] = await branch.act([{ function: "sum", arguments: { numbers: [1, 2, 3] } }]);
console.log(response?.outcome.kind, response?.output);

await executor.close();
await worker.close();

// prints: succeeded 6
