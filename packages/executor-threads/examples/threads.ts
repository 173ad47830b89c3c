import { defineTool } from "@acta/actions";
import { Branch } from "@acta/branch";
import { inThread, threadsExecutor } from "@acta/executor-threads";
import { z } from "zod";

const primes = inThread(
  defineTool({
    name: "primes",
    description: "Counts the primes below a number.",
    input: z.object({ below: z.number() }),
    effect: "read",
    timeoutMs: 2_000,
    run: async (input) => (await import("./primes.mjs")).primes(input),
  }),
  { module: new URL("./primes.mjs", import.meta.url), export: "primes" },
);

const threads = threadsExecutor({ size: 2 });
const branch = new Branch({ tools: [primes], executors: [threads] });

// The first is done in a moment. The second would take years: its thread is ended at the deadline.
const responses = await branch.act([
  { function: "primes", arguments: { below: 100_000 } },
  { function: "primes", arguments: { below: 1e15 } },
]);
for (const { outcome, output } of responses) console.log(outcome.kind, outcome.executed, output);

await threads.close();

// prints: succeeded yes 9592
// prints: timed_out unknown null
