// `@mastra/core`: an agent's stream, read to its end, with a model that answers at once. What it costs without a tool call is measured too.
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { mastraModel } from "../../../shared/mastra-model.mjs";
import { areSums, requests } from "../../../shared/requests.mjs";
import { add } from "../../../shared/tool.mjs";
import { defineCase, stateless } from "../../case.mjs";

const group = "mastra";
const addTool = createTool({
  id: add.name,
  description: add.description,
  inputSchema: add.schema,
  execute: async ({ context }) => add.run(context),
});

function streaming(count) {
  const calls = requests(count).map(({ id, name, text }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: text }));
  return defineCase({
    id: `${group}/stream-${count}`,
    group,
    calls: Math.max(1, count),
    open: stateless(() => async () => {
      const agent = new Agent({ name: "adder", instructions: "Adds.", model: mastraModel(calls), tools: { [add.name]: addTool } });
      const stream = await agent.stream("add", { maxSteps: 1 });
      await stream.consumeStream();
      return (await stream.response).messages;
    }),
    expect: (messages) =>
      areSums(
        messages
          .filter(({ role }) => role === "tool")
          .flatMap(({ content }) => content)
          .map(({ toolCallId: id, output: { value: output } }) => ({ id, output })),
        count,
      ),
  });
}

export const mastraCases = () => [0, 1, 50, 200].map(streaming);
