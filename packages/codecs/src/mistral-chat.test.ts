import { expect, test } from "vitest";
import { answer, call, failure } from "../test/answer.js";
import { mistralChat } from "./mistral-chat.js";

const completion = {
  choices: [{ message: { role: "assistant", tool_calls: [{ id: "D681PevKs", function: { name: "add", arguments: '{"a": 1}' } }] } }],
};

test("reads what OpenAI's codec reads", () => {
  expect(mistralChat.read(completion)).toEqual([{ function: "add", arguments: '{"a": 1}', correlationId: "D681PevKs" }]);
});

test("a result says the name of the tool", () => {
  const [read] = mistralChat.read(completion);
  if (read === undefined) throw new Error("one call was written");
  expect(mistralChat.write([answer(read, 3)])).toEqual([{ role: "tool", tool_call_id: "D681PevKs", name: "add", content: "3" }]);
});

test("refuses what it cannot pair", () => {
  expect(() => mistralChat.write([answer({ ...call, correlationId: null }, null, failure)])).toThrow(
    expect.objectContaining({ code: "missing_id" }),
  );
  expect(() => mistralChat.read({ candidates: [] } as never)).toThrow(expect.objectContaining({ code: "unknown_format" }));
});
