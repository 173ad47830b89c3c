import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { versionOf } from "../../shared/version.mjs";
import { recall, remember } from "../host-file.mjs";
import { unwritable, written } from "../statements.mjs";

export const version = versionOf("@modelcontextprotocol/sdk");

export const how = {
  "returns-null": "the handler returns null itself, where a result object is asked for",
  "returns-undefined": "the handler returns undefined itself, where a result object is asked for",
  "unserializable-result": "structuredContent, linked in memory",
  aborted: "options.signal of callTool",
  "timed-out": "options.timeout of callTool",
  "killed-before-effect": "the host writes the results that callTool returns",
  "killed-after-effect": "the host writes the results that callTool returns",
};

const noGuard = "the SDK has no guard between a call and its handler";
export const cannot = {
  denied: noGuard,
  "arguments-rewritten": noGuard,
  "guard-throws": noGuard,
  "guard-hangs": noGuard,
  "approval-for-changed-arguments": "the SDK has no approval of a call",
  "duplicate-call-id": "the SDK numbers its requests itself",
};

export async function run(staged, folder, history) {
  const client = await connected(staged.tools);
  const options = { signal: staged.signal, timeout: staged.timeoutMs };
  const called = await Promise.allSettled(
    staged.calls.map(({ name, args }) => client.callTool({ name, arguments: args }, CallToolResultSchema, options)),
  );
  const results = called.flatMap(({ value }, index) => (value ? [{ id: staged.calls[index].id, ...value }] : []));
  remember(folder, results);
  read(results, history);
  const failed = called.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

export async function resume(_, folder, history) {
  read(recall(folder) ?? [], history);
}

async function connected(tools) {
  const server = new McpServer({ name: "payments", version: "1.0.0" });
  for (const [name, work] of Object.entries(tools)) {
    const inputSchema = { amount: z.number() };
    server.registerTool(name, { description: name, inputSchema }, async (args, { signal }) => resultOf(await work(args, signal)));
  }
  const client = new Client({ name: "host", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

/** As a handler writes it: text as text, an object as structured content. What is nothing stays nothing. */
function resultOf(value) {
  if (typeof value === "string") return { content: [{ type: "text", text: value }] };
  return typeof value === "object" && value !== null ? { content: [], structuredContent: value } : value;
}

function read(results, { responses }) {
  for (const { id, isError, content, structuredContent } of results) {
    const text = structuredContent === undefined ? content.map((part) => part.text).join("") : written(structuredContent);
    responses.push({ id, status: isError ? "error" : "ok", text: text ?? unwritable });
  }
}
