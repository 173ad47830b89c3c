import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, Runner, RunState, ToolGuardrailFunctionOutputFactory, tool, Usage } from "@openai/agents";
import { z } from "zod";
import { versionOf } from "../../shared/version.mjs";
import { written } from "../statements.mjs";

export const version = versionOf("@openai/agents");

export const how = {
  denied: "an input guardrail of the tool",
  "arguments-rewritten": "an input guardrail of the tool, which is shown a text",
  "guard-throws": "an input guardrail of the tool",
  "guard-hangs": "an input guardrail of the tool",
  aborted: "run({ signal }) with a session",
  "timed-out": "timeoutMs of the tool",
  "killed-before-effect": "a session that writes to a file",
  "killed-after-effect": "a session that writes to a file",
  "approval-for-changed-arguments": "needsApproval; the arguments are changed in the serialized RunState before it is approved",
};

export const cannot = {};

export async function run(staged, folder, history) {
  const agent = agentOf(staged);
  const runner = new Runner({ tracingDisabled: true });
  const session = new FileSession(`${folder}/session.json`);
  try {
    const result = await runner.run(agent, "pay", { signal: staged.signal, session });
    if (staged.approvalAfterChangeTo === undefined) return;
    const changed = result.state.toString().replaceAll(/\{\\"amount\\":1\}/g, `{\\"amount\\":${staged.approvalAfterChangeTo}}`);
    const state = await RunState.fromString(agent, changed);
    for (const interruption of state.getInterruptions()) state.approve(interruption);
    await runner.run(agent, state, { session });
  } finally {
    await read(session, history);
  }
}

export async function resume(_, folder, history) {
  await read(new FileSession(`${folder}/session.json`), history);
}

function agentOf(staged) {
  const tools = Object.entries(staged.tools).map(([name, work]) =>
    tool({
      name,
      description: name,
      parameters: z.object({ amount: z.number() }),
      timeoutMs: staged.timeoutMs,
      needsApproval: staged.approvalAfterChangeTo !== undefined,
      inputGuardrails: staged.guard && [{ name: "guard", run: guardrail(staged.guard) }],
      execute: (args, _context, details) => work(args, details?.signal),
    }),
  );
  return new Agent({ name: "payer", tools, model: modelOf(staged.calls) });
}

function guardrail(guard) {
  return async ({ toolCall }) => {
    const rewrite = (amount) => {
      toolCall.arguments = JSON.stringify({ amount });
    };
    return (await guard(JSON.parse(toolCall.arguments), rewrite))
      ? ToolGuardrailFunctionOutputFactory.allow()
      : ToolGuardrailFunctionOutputFactory.rejectContent("denied");
  };
}

function modelOf(calls) {
  let isFirst = true;
  const proposed = calls.map(({ id, name, args }, index) => ({
    type: "function_call",
    id: `item_${index}`,
    callId: id,
    name,
    status: "completed",
    arguments: JSON.stringify(args),
  }));
  const done = [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "done" }] }];
  return {
    async getResponse() {
      const output = isFirst ? proposed : done;
      isFirst = false;
      return { usage: new Usage(), output };
    },
  };
}

async function read(session, history) {
  const items = await session.getItems();
  history.requests = items.filter(({ type }) => type === "function_call").map(({ callId }) => callId);
  for (const { type, callId: id, output } of items) {
    // The items have no flag for a failure: their text is all there is.
    if (type === "function_call_result") history.responses.push({ id, status: null, text: written(output.text ?? output) });
  }
}

/** The history as the SDK keeps it. */
class FileSession {
  constructor(path) {
    this.path = path;
  }

  async getSessionId() {
    return "payments";
  }

  async getItems() {
    return existsSync(this.path) ? JSON.parse(readFileSync(this.path, "utf8")) : [];
  }

  async addItems(items) {
    writeFileSync(this.path, JSON.stringify([...(await this.getItems()), ...items]));
  }

  async popItem() {
    const items = await this.getItems();
    const last = items.pop();
    writeFileSync(this.path, JSON.stringify(items));
    return last;
  }

  async clearSession() {
    writeFileSync(this.path, "[]");
  }
}
