// `@langchain/core`: tool.invoke. `@langchain/langgraph`: the node that runs the tool calls of a message.
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { areSums, requests } from "../../../shared/requests.mjs";
import { add } from "../../../shared/tool.mjs";
import { defineCase, stateless } from "../../case.mjs";

const addTool = tool(add.run, { name: add.name, description: add.description, schema: add.schema });
const toolCall = ({ id, name, args }) => ({ id, name, args, type: "tool_call" });
const sums = (messages, count) =>
  areSums(
    messages.map(({ tool_call_id: id, content: output }) => ({ id, output })),
    count,
  );

function invoking(count) {
  const calls = requests(count).map(toolCall);
  return defineCase({
    id: `langchain-core/invoke-${count}`,
    group: "langchain-core",
    calls: count,
    open: stateless(() => () => (count === 1 ? addTool.invoke(calls[0]) : Promise.all(calls.map((call) => addTool.invoke(call))))),
    expect: (messages) => sums([messages].flat(), count),
  });
}

function toolNode(count) {
  const calls = requests(count).map(toolCall);
  return defineCase({
    id: `langgraph/tool-node-${count}`,
    group: "langgraph",
    calls: count,
    open: stateless(() => {
      const node = new ToolNode([addTool]);
      const messages = [new AIMessage({ content: "", tool_calls: calls })];
      return () => node.invoke({ messages });
    }),
    expect: ({ messages }) => sums(messages, count),
  });
}

export const langchainCases = () => [...[1, 1_000].map(invoking), ...[1, 100, 1_000].map(toolNode)];
