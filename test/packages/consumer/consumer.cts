// What a stranger writes in a CommonJS module.
import actions = require("@acta/actions");
import branches = require("@acta/branch");
import events = require("@acta/event");
import threads = require("@acta/executor-threads");
import governance = require("@acta/governance");
import memory = require("@acta/journal/memory");
import permissions = require("@acta/permissions");
import zod = require("zod");
import threadTool = require("./thread-tool.cjs");

declare const console: { log(line: string): void };

const shout = actions.defineTool({
  name: "shout",
  description: "Says it louder.",
  input: zod.z.object({ text: zod.z.string() }),
  run: ({ text }) => text.toUpperCase(),
});
const gate: governance.Gate = (call) => call.function === "shout";
const rules = new permissions.PermissionPolicy({ mode: "rules", deny: { shout: ["*secret*"] }, allow: { shout: ["*"] } });

async function main(): Promise<void> {
  const branch = new branches.Branch({ tools: [shout], policy: governance.combine([gate, rules]), journal: memory.memoryJournal() });
  const [answer] = await branch.act({ function: "shout", arguments: { text: "hello" } });
  if (answer?.success) console.log(answer.output.slice(0, 5));
  for (const processes of [false, true]) {
    const executors = [threads.threadsExecutor({ processes })];
    const [squared] = await new branches.Branch({ tools: [threadTool.square], executors }).act({ function: "square", arguments: { n: 8 } });
    console.log(`${squared?.outcome.kind} ${squared?.output}`);
  }
  const failed = await events.Event.from(() => Promise.reject(new Error("no"))).invoke();
  console.log(`${failed.status} ${failed.error?.message}`);
}

void main();

// prints: HELLO
// prints: succeeded 64
// prints: succeeded 64
// prints: failed no
