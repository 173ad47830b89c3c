// `@modelcontextprotocol/sdk`: client and server in one process, linked in memory.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { areSums, requests } from "../../../shared/requests.mjs";
import { add } from "../../../shared/tool.mjs";
import { defineCase } from "../../case.mjs";

const group = "mcp";

async function connected() {
  const server = new McpServer({ name: "adder", version: "1.0.0" });
  const run = (args) => ({ content: [{ type: "text", text: String(add.run(args)) }] });
  server.registerTool(add.name, { description: add.description, inputSchema: add.schema.shape }, run);
  const client = new Client({ name: "bench", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

function calling(count) {
  const calls = requests(count).map(({ name, args }) => ({ name, arguments: args }));
  const open = async () => {
    const client = await connected();
    const once = () => (count === 1 ? client.callTool(calls[0]) : Promise.all(calls.map((call) => client.callTool(call))));
    return { fresh: () => once, close: () => client.close() };
  };
  const expect = (results) =>
    areSums(
      [results].flat().map(({ content }, index) => ({ id: `call_${index}`, output: content[0].text })),
      count,
    );
  return defineCase({ id: `${group}/call-tool-${count}`, group, calls: count, open, expect });
}

export const mcpCases = () => [1, 100, 1_000].map(calling);
