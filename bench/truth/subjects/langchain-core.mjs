import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { versionOf } from "../../shared/version.mjs";
import { recall, remember } from "../host-file.mjs";
import { written } from "../statements.mjs";

export const version = versionOf("@langchain/core");

const guarded = "a callback handler with raiseError, handleToolStart";
export const how = {
  denied: guarded,
  "arguments-rewritten": `${guarded}, which is shown a text`,
  "guard-throws": guarded,
  "guard-hangs": guarded,
  aborted: "config.signal",
  "timed-out": "config.timeout",
  "killed-before-effect": "the host writes the messages that invoke returns",
  "killed-after-effect": "the host writes the messages that invoke returns",
};

export const cannot = { "approval-for-changed-arguments": "the package has no approval" };

export async function run(staged, folder, history) {
  const { guard, signal, timeoutMs } = staged;
  const config = { signal, timeout: timeoutMs, callbacks: guard && [new Guard(guard)] };
  const invoked = await Promise.allSettled(
    staged.calls.map(({ id, name, args }) => toolOf(name, staged.tools[name]).invoke({ id, name, args, type: "tool_call" }, config)),
  );
  const messages = invoked.flatMap(({ value }) => value ?? []);
  remember(
    folder,
    messages.map((message) => message.toDict()),
  );
  for (const { tool_call_id: id, status, content } of messages)
    history.responses.push({ id, status: status === "error" ? "error" : "ok", text: written(content) });
  const failed = invoked.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

export async function resume(_, folder, { responses }) {
  for (const { data } of recall(folder) ?? []) responses.push({ id: data.tool_call_id, status: "ok", text: written(data.content) });
}

const toolOf = (name, work) =>
  tool((args, config) => work(args, config?.signal), { name, description: name, schema: z.object({ amount: z.number() }) });

class Guard extends BaseCallbackHandler {
  name = "guard";
  raiseError = true;
  awaitHandlers = true;

  constructor(check) {
    super();
    this.check = check;
  }

  async handleToolStart(_, text) {
    const args = JSON.parse(text);
    if (!(await this.check(args, (amount) => Object.assign(args, { amount })))) throw new Error("denied");
  }
}
