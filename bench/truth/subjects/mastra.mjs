import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { mastraModel } from "../../shared/mastra-model.mjs";
import { versionOf } from "../../shared/version.mjs";
import { recall, remember } from "../host-file.mjs";
import { written } from "../statements.mjs";

export const version = versionOf("@mastra/core");

const guarded = "requireApproval; the host asks the guard, then approves or declines";
export const how = {
  denied: guarded,
  "arguments-rewritten": `${guarded}; the arguments of the approval's chunk are rewritten`,
  "guard-throws": guarded,
  "guard-hangs": guarded,
  aborted: "abortSignal",
  "timed-out": "abortSignal, aborted when the tool has had its time",
  "killed-before-effect": "the host writes the messages of the stream",
  "killed-after-effect": "the host writes the messages of the stream",
  "approval-for-changed-arguments": "requireApproval; the arguments are changed in the stored snapshot before the approval",
};

export const cannot = {};

export async function run(staged, folder, history) {
  const { guard, timeoutMs, approvalAfterChangeTo: change } = staged;
  const storage = new InMemoryStore();
  const late = new AbortController();
  const start = () => timeoutMs && setTimeout(() => late.abort(new Error("timed out")), timeoutMs);
  const agent = agentOf(staged, storage, start);
  const abortSignal = staged.signal ?? late.signal;
  const first = await agent.stream("pay", { maxSteps: 1, abortSignal });
  const asked = await drain(first);
  if (asked.length > 0) for (const { toolCallId } of asked) history.pending.push(toolCallId);
  let last = first;
  if (change !== undefined) {
    await changeSnapshot(storage, first.runId, change);
    last = await agent.approveToolCall({ runId: first.runId });
  } else if (guard !== undefined) {
    const [{ args }] = asked;
    const isApproved = await guard(args, (amount) => Object.assign(args, { amount }));
    last = await (isApproved ? agent.approveToolCall({ runId: first.runId }) : agent.declineToolCall({ runId: first.runId }));
  }
  if (last !== first) {
    history.pending.length = 0;
    await drain(last);
  }
  const { messages } = await last.response;
  remember(folder, messages);
  read(messages, history);
}

export async function resume(_, folder, history) {
  read(recall(folder) ?? [], history);
}

function agentOf(staged, storage, start) {
  const requireApproval = staged.guard !== undefined || staged.approvalAfterChangeTo !== undefined;
  const tools = Object.fromEntries(
    Object.entries(staged.tools).map(([name, work]) => {
      const execute = async ({ context }, options) => {
        start();
        return work(context, options?.abortSignal);
      };
      return [name, createTool({ id: name, description: name, inputSchema: z.object({ amount: z.number() }), requireApproval, execute })];
    }),
  );
  const calls = staged.calls.map(({ id, name, args }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(args),
  }));
  const agent = new Agent({ name: "payer", instructions: "Pays.", model: mastraModel(calls), tools });
  new Mastra({ agents: { payer: agent }, storage, logger: false });
  return agent;
}

/** Reads a stream to its end; the approvals that it asks for. */
async function drain(stream) {
  const asked = [];
  for await (const { type, payload } of stream.fullStream) if (type === "tool-call-approval") asked.push(payload);
  return asked;
}

async function changeSnapshot(storage, runId, amount) {
  const { runs } = await storage.getWorkflowRuns({ runId });
  for (const { workflowName, snapshot } of runs) {
    const text = typeof snapshot === "string" ? snapshot : JSON.stringify(snapshot);
    const changed = JSON.parse(text.replaceAll('"amount":1}', `"amount":${amount}}`));
    await storage.persistWorkflowSnapshot({ workflowName, runId, snapshot: changed });
  }
}

function read(messages, history) {
  const parts = messages.flatMap(({ content }) => content);
  history.requests = parts.filter(({ type }) => type === "tool-call").map(({ toolCallId }) => toolCallId);
  for (const { type, toolCallId: id, output } of parts) {
    // A failure is a result like any other here: its text is all there is.
    if (type === "tool-result") history.responses.push({ id, status: null, text: written(output.value) });
  }
}
