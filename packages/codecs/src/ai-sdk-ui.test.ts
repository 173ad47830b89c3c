import { expect, test } from "vitest";
import { answer, call, failure } from "../test/answer.js";
import { aiSdkUi } from "./ai-sdk-ui.js";

test("a call and its result are one part", () => {
  const base = { type: "dynamic-tool", toolName: "add", toolCallId: "call_1", input: {} };
  expect(aiSdkUi.write([answer(call, { sum: 3 })])).toEqual([{ ...base, state: "output-available", output: { sum: 3 } }]);
  expect(aiSdkUi.write([answer(call, null, failure)])).toEqual([{ ...base, state: "output-error", errorText: "The disk is full." }]);
});

test("what it writes is read again", () => {
  const { messages } = aiSdkUi.writeHistory([]);
  expect(messages).toEqual([]);
  const parts = aiSdkUi.write([answer(call, 0)]);
  expect(aiSdkUi.readTranscript([{ role: "assistant", parts }]).calls).toEqual([
    { function: "add", arguments: {}, correlationId: "call_1", recordedResult: { output: 0, isError: false } },
  ]);
});

test("refuses a response without an id", () => {
  expect(() => aiSdkUi.write([answer({ ...call, correlationId: null }, 1)])).toThrow(expect.objectContaining({ code: "missing_id" }));
});
