/** A model of specification v2 that proposes these calls in its first turn and ends in the next. */
export function mastraModel(calls) {
  let isFirst = calls.length > 0;
  return {
    specificationVersion: "v2",
    provider: "bench",
    modelId: "bench",
    supportedUrls: {},
    async doStream() {
      const parts = isFirst ? [...calls, finish("tool-calls")] : [...text, finish("stop")];
      isFirst = false;
      return { stream: streamOf([{ type: "stream-start", warnings: [] }, ...parts]) };
    },
  };
}

const finish = (finishReason) => ({ type: "finish", finishReason, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } });
const text = [
  { type: "text-start", id: "1" },
  { type: "text-delta", id: "1", delta: "done" },
  { type: "text-end", id: "1" },
];

function streamOf(parts) {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
