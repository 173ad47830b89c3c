import { describe, expect, test } from "vitest";
import { collectItems } from "./collect-items.js";
import type { CallItem, ResultItem } from "./item.js";

const callItem = (id: string | null, turn: number, given = "{}", scope: string | number = turn): CallItem => ({
  kind: "call",
  path: [turn],
  raw: id,
  call: { function: "add", arguments: given, correlationId: id },
  turn,
  scope,
});
const resultItem = (id: string | null, output: string): ResultItem => ({
  kind: "result",
  path: [],
  raw: output,
  correlationId: id,
  output,
  isError: null,
});

describe("collectItems", () => {
  test("groups calls by turn, in order, and pairs results by id", () => {
    const { turns, calls } = collectItems([
      callItem("a", 1),
      callItem("b", 1),
      resultItem("b", "B"),
      resultItem("a", "A"),
      callItem("c", 2),
    ]);
    expect(turns.map((turn) => turn.calls.map((call) => call.correlationId))).toEqual([["a", "b"], ["c"]]);
    expect(calls.map((call) => call.recordedResult?.output)).toEqual(["A", "B", undefined]);
  });

  test("keeps everything, in order", () => {
    const { entries, calls } = collectItems([
      { kind: "other", path: [0], raw: "hello" },
      callItem("a", 1),
      resultItem("a", "A"),
      resultItem("x", "X"),
    ]);
    expect(entries).toEqual([
      { kind: "other", path: [0], raw: "hello" },
      { kind: "call", path: [1], raw: "a", call: calls[0] },
      { kind: "result", path: [], raw: "A", call: calls[0], result: { output: "A", isError: null } },
      { kind: "result", path: [], raw: "X", call: null, result: { output: "X", isError: null } },
    ]);
  });

  test("an id that is used again in another turn is another call", () => {
    const { calls } = collectItems([callItem("0", 1), resultItem("0", "first"), callItem("0", 2), resultItem("0", "second")]);
    expect(calls.map((call) => call.recordedResult?.output)).toEqual(["first", "second"]);
  });

  test("a result belongs to the latest call of its id that has none", () => {
    const { calls } = collectItems([callItem("0", 1), callItem("0", 2), resultItem("0", "late"), resultItem("0", "later")]);
    expect(calls.map((call) => call.recordedResult?.output)).toEqual(["later", "late"]);
  });

  test("a repetition is no second call, and its result no second result", () => {
    const { calls, entries } = collectItems([callItem("a", 1), resultItem("a", "A"), callItem("a", 1), resultItem("a", "again")]);
    expect(calls.map((call) => call.recordedResult?.output)).toEqual(["A"]);
    expect(entries.map((entry) => entry.kind)).toEqual(["call", "result", "other", "result"]);
  });

  test("a scope may be wider than a turn", () => {
    expect(collectItems([callItem("a", 1, "{}", "log"), callItem("a", 2, "{}", "log")]).calls).toHaveLength(1);
  });

  test("two different calls with one id are refused, with both places", () => {
    expect(() => collectItems([callItem("a", 1, "{}", "log"), callItem("a", 2, '{"x":1}', "log")])).toThrow(
      expect.objectContaining({ code: "duplicate_id", path: [2], message: expect.stringContaining("[1] and at [2]") }),
    );
  });

  test("calls without ids take results without ids, the latest first", () => {
    const { calls } = collectItems([callItem(null, 1), resultItem(null, "A"), callItem(null, 2), resultItem(null, "B")]);
    expect(calls.map((call) => call.recordedResult?.output)).toEqual(["A", "B"]);
  });

  test("ids that are keys of Object.prototype are ordinary ids", () => {
    const { calls } = collectItems([callItem("__proto__", 1), callItem("constructor", 1), resultItem("__proto__", "P")]);
    expect(calls.map((call) => call.recordedResult?.output)).toEqual(["P", undefined]);
  });
});
