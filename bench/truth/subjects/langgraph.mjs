import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { versionOf } from "../../shared/version.mjs";
import { written } from "../statements.mjs";

export const version = versionOf("@langchain/langgraph");

const guarded = "a node before the ToolNode reviews the tool calls";
export const how = {
  denied: guarded,
  "arguments-rewritten": guarded,
  "guard-throws": guarded,
  "guard-hangs": guarded,
  aborted: "config.signal",
  "timed-out": "config.timeout",
  "killed-before-effect": "a checkpointer that writes to a file; resumed with the same thread",
  "killed-after-effect": "a checkpointer that writes to a file; resumed with the same thread",
  "approval-for-changed-arguments": "interrupt() in the node before the ToolNode; graph.updateState() before the approval",
};

export const cannot = {};

const thread = { configurable: { thread_id: "payments" } };

export async function run(staged, folder, history) {
  const { calls, signal, timeoutMs, approvalAfterChangeTo: change } = staged;
  const graph = graphOf(staged, staged.isFatal ? new FileSaver(`${folder}/checkpoints`) : new MemorySaver());
  const proposal = (args) =>
    new AIMessage({
      id: "proposal",
      content: "",
      tool_calls: calls.map((call) => ({ id: call.id, name: call.name, args: args ?? call.args, type: "tool_call" })),
    });
  const config = { ...thread, signal, timeout: timeoutMs, durability: "sync" };
  try {
    await graph.invoke({ messages: [proposal()] }, config);
    if (change === undefined) return;
    await graph.updateState(thread, { messages: [proposal({ amount: change })] });
    await graph.invoke(new Command({ resume: true }), config);
  } finally {
    await read(graph, history);
  }
}

export async function resume(staged, folder, history) {
  const graph = graphOf(staged, new FileSaver(`${folder}/checkpoints`));
  try {
    await graph.invoke(null, thread);
  } finally {
    await read(graph, history);
  }
}

function graphOf({ tools, guard, approvalAfterChangeTo }, checkpointer) {
  const schema = z.object({ amount: z.number() });
  const built = Object.entries(tools).map(([name, work]) =>
    tool((args, config) => work(args, config?.signal), { name, description: name, schema }),
  );
  const review = async ({ messages }) => {
    if (approvalAfterChangeTo !== undefined) return { messages: interrupt(messages.at(-1).tool_calls) ? [] : refused(messages) };
    if (guard === undefined) return {};
    for (const { args } of messages.at(-1).tool_calls) {
      if (!(await guard(args, (amount) => Object.assign(args, { amount })))) return { messages: refused(messages) };
    }
    return {};
  };
  return new StateGraph(MessagesAnnotation)
    .addNode("review", review)
    .addNode("tools", new ToolNode(built))
    .addEdge(START, "review")
    .addConditionalEdges("review", ({ messages }) => (messages.at(-1).getType() === "tool" ? END : "tools"))
    .addEdge("tools", END)
    .compile({ checkpointer });
}

const refused = (messages) =>
  messages.at(-1).tool_calls.map(({ id }) => new ToolMessage({ tool_call_id: id, status: "error", content: "denied" }));

async function read(graph, { responses, pending }) {
  const { values, tasks } = await graph.getState(thread);
  for (const message of values.messages ?? []) {
    if (message.getType() !== "tool") continue;
    responses.push({ id: message.tool_call_id, status: message.status === "error" ? "error" : "ok", text: written(message.content) });
  }
  if (tasks.some(({ interrupts }) => interrupts.length > 0)) for (const { id } of values.messages[0].tool_calls) pending.push(id);
}

/** The saver in memory, with its two tables in a file: the savers for databases are packages of their own. */
class FileSaver extends MemorySaver {
  constructor(path) {
    super();
    this.path = path;
    if (existsSync(path)) {
      const { storage, writes } = JSON.parse(readFileSync(path, "utf8"), revive);
      this.storage = storage;
      this.writes = writes;
    }
  }

  async put(...args) {
    const config = await super.put(...args);
    this.save();
    return config;
  }

  async putWrites(...args) {
    await super.putWrites(...args);
    this.save();
  }

  save() {
    writeFileSync(this.path, JSON.stringify({ storage: this.storage, writes: this.writes }, replace));
  }
}

const replace = (_, value) => (value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value);
const revive = (_, value) => (typeof value?.bytes === "string" ? new Uint8Array(Buffer.from(value.bytes, "base64")) : value);
