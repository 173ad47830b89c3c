// `ai`: generateText with its mock model. What it costs without a tool call is measured too, so that it can be subtracted.
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { areSums, requests } from "../../../shared/requests.mjs";
import { add } from "../../../shared/tool.mjs";
import { defineCase, stateless } from "../../case.mjs";

const group = "ai";
const tools = { [add.name]: tool({ description: add.description, inputSchema: add.schema, execute: add.run }) };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function modelOf(content, reason) {
  const answer = { content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] };
  return new MockLanguageModelV3({ doGenerate: async () => answer });
}

function calling(count) {
  const content = requests(count).map(({ id, name, text }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: text }));
  return defineCase({
    id: `${group}/generate-text-${count}`,
    group,
    calls: count,
    open: stateless(() => {
      const model = modelOf(content, "tool-calls");
      return () => generateText({ model, tools, prompt: "add", stopWhen: stepCountIs(1) });
    }),
    expect: ({ response: { messages } }) =>
      areSums(
        messages.at(-1).content.map(({ toolCallId: id, output: { value: output } }) => ({ id, output })),
        count,
      ),
  });
}

const withoutCalls = () =>
  defineCase({
    id: `${group}/generate-text-0`,
    group,
    open: stateless(() => {
      const model = modelOf([{ type: "text", text: "three" }], "stop");
      return () => generateText({ model, tools, prompt: "add", stopWhen: stepCountIs(1) });
    }),
    expect: ({ text, toolResults }) => text === "three" && toolResults.length === 0,
  });

export const aiCases = () => [withoutCalls(), calling(1), calling(100), calling(1_000)];
