import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { versionOf } from "../../shared/version.mjs";
import { recall, remember } from "../host-file.mjs";
import { written } from "../statements.mjs";

export const version = versionOf("ai");

export const how = {
  denied: "needsApproval as a function; the host answers approved: false",
  "arguments-rewritten": "needsApproval as a function",
  "guard-throws": "needsApproval as a function",
  "guard-hangs": "needsApproval as a function",
  aborted: "abortSignal",
  "timed-out": "timeout",
  "killed-before-effect": "the host writes the messages that generateText returns",
  "killed-after-effect": "the host writes the messages that generateText returns",
  "approval-for-changed-arguments": "needsApproval; the call in the messages is changed before they are sent back with the approval",
};

export const cannot = {};

const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } };
const modelOf = (content, reason) =>
  new MockLanguageModelV3({ doGenerate: async () => ({ content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] }) });
const silent = modelOf([{ type: "text", text: "done" }], "stop");

export async function run(staged, folder, history) {
  const { guard, signal, timeoutMs, approvalAfterChangeTo } = staged;
  const needsApproval = guard
    ? async (args) => !(await guard(args, (amount) => Object.assign(args, { amount })))
    : approvalAfterChangeTo !== undefined;
  const tools = Object.fromEntries(
    Object.entries(staged.tools).map(([name, work]) => [
      name,
      tool({ inputSchema: z.object({ amount: z.number() }), needsApproval, execute: (args, { abortSignal }) => work(args, abortSignal) }),
    ]),
  );
  const calls = staged.calls.map(({ id, name, args }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(args),
  }));
  const options = { tools, stopWhen: stepCountIs(1), abortSignal: signal, timeout: timeoutMs };
  const first = await generateText({ ...options, model: modelOf(calls, "tool-calls"), prompt: "pay" });
  const messages = [...first.response.messages];
  const asked = first.content.filter(({ type }) => type === "tool-approval-request");
  if (asked.length > 0) {
    if (approvalAfterChangeTo !== undefined) change(messages, approvalAfterChangeTo);
    const approved = approvalAfterChangeTo !== undefined;
    const answers = asked.map(({ approvalId }) => ({ type: "tool-approval-response", approvalId, approved }));
    messages.push({ role: "tool", content: answers });
    const second = await generateText({ ...options, model: silent, messages: [{ role: "user", content: "pay" }, ...messages] });
    messages.push(...second.response.messages);
  }
  remember(folder, messages);
  read(messages, history);
}

export async function resume(_, folder, history) {
  read(recall(folder) ?? [], history);
}

function change(messages, amount) {
  for (const part of messages.flatMap(({ content }) => content)) if (part.type === "tool-call") part.input = { amount };
}

function read(messages, { responses }) {
  const parts = messages.filter(({ role }) => role === "tool").flatMap(({ content }) => content);
  for (const { type, toolCallId: id, output } of parts) {
    if (type !== "tool-result") continue;
    const isOk = output.type === "json" || output.type === "text";
    responses.push({ id, status: isOk ? "ok" : "error", text: written(output.value ?? (isOk ? output.value : output.type)) });
  }
}
