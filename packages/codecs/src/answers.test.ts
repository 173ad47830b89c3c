import type { ActionResponse } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { answer, call } from "../test/answer.js";
import { identified, toAnswers, withoutRepeats } from "./answers.js";

const duplicate = { code: "duplicate", message: "The same call was made before." };

const answers = (responses: readonly ActionResponse[]) => identified(toAnswers(responses, {}));

describe("answers", () => {
  test("keeps the order of the responses", () => {
    const responses = ["b", "a", "c"].map((correlationId) => answer({ ...call, correlationId }, correlationId));
    expect(answers(responses).map(({ correlationId }) => correlationId)).toEqual(["b", "a", "c"]);
  });

  test("refuses a response without an id", () => {
    expect(() => answers([answer({ ...call, correlationId: null }, 1)])).toThrow(expect.objectContaining({ code: "missing_id" }));
  });
});

describe("withoutRepeats", () => {
  test("a repeated call is answered once, by the one that ran", () => {
    const ran = answer(call, 1);
    expect(withoutRepeats([ran, answer(call, null, duplicate)])).toEqual([ran]);
  });

  test("two answers to one id are refused", () => {
    expect(() => withoutRepeats([answer(call, 1), answer(call, 2)])).toThrow(expect.objectContaining({ code: "duplicate_id" }));
  });

  test("calls without an id are all kept", () => {
    const response = answer({ ...call, correlationId: null }, 1);
    expect(withoutRepeats([response, response])).toHaveLength(2);
  });
});
