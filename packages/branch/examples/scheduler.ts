import { defineTool } from "@acta/actions";
import { Scheduler } from "@acta/batch/scheduler";
import { Session } from "@acta/branch";
import { z } from "zod";

let running = 0;
let most = 0;
const write = defineTool({
  name: "write",
  description: "Writes to an account.",
  input: z.object({ account: z.string() }),
  // At most three at a time, of all branches together, and one for each account.
  limits: { concurrency: 3 },
  lock: ({ account }) => account,
  run: async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return "written";
  },
});

const session = new Session({ scheduler: new Scheduler() });
const accounts = ["a", "a", "b", "c", "d", "e"];
const requests = accounts.map((account) => ({ function: "write", arguments: { account } }));
const acting = [1, 2].map(() => session.branch({ tools: [write] }).act(requests));
const responses = (await Promise.all(acting)).flat();
console.log(responses.filter(({ success }) => success).length, "written,", most, "at a time");

// prints: 12 written, 3 at a time
