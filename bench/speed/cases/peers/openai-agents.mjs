// `@openai/agents`: run() with a model that answers at once. What a run costs without a tool call is measured too.
import { Agent, Runner, tool, Usage } from "@openai/agents";
import { areSums, requests } from "../../../shared/requests.mjs";
import { add } from "../../../shared/tool.mjs";
import { defineCase, stateless } from "../../case.mjs";

const group = "openai-agents";
const addTool = tool({ name: add.name, description: add.description, parameters: add.schema, execute: add.run });
const done = [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "done" }] }];

/** Proposes the calls in its first turn and ends in the second. */
function modelOf(calls) {
  let isFirst = calls.length > 0;
  return {
    async getResponse() {
      const output = isFirst ? calls : done;
      isFirst = false;
      return { usage: new Usage(), output };
    },
  };
}

function running(count) {
  const calls = requests(count).map(({ id, name, text }) => ({
    type: "function_call",
    id: `item_${id}`,
    callId: id,
    name,
    status: "completed",
    arguments: text,
  }));
  return defineCase({
    id: `${group}/run-${count}`,
    group,
    calls: Math.max(1, count),
    open: stateless(() => {
      const runner = new Runner({ tracingDisabled: true });
      return () => runner.run(new Agent({ name: "adder", model: modelOf(calls), tools: [addTool] }), "add", { maxTurns: 3 });
    }),
    expect: ({ history, finalOutput }) =>
      finalOutput === "done" &&
      areSums(
        history.filter(({ type }) => type === "function_call_result").map(({ callId: id, output: { text: output } }) => ({ id, output })),
        count,
      ),
  });
}

export const openaiAgentsCases = () => [0, 1, 50, 200].map(running);
