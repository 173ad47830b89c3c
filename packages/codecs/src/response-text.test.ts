import { describe, expect, test } from "vitest";
import { answer, call, denial, failure } from "../test/answer.js";
import { responseText } from "./response-text.js";

describe("responseText", () => {
  test.each([
    ["text as it is", "3", "3"],
    ["empty text", "", ""],
    ["an object as JSON", { sum: 3 }, '{"sum":3}'],
    ["zero", 0, "0"],
    ["null", null, "null"],
  ])("says %s", (_name, output, text) => {
    expect(responseText(answer(call, output))).toBe(text);
  });

  test("says why a call failed", () => {
    expect(responseText(answer(call, null, failure))).toBe("The disk is full.");
  });

  test("an error without a message says its code, rather than nothing", () => {
    const silent = { code: "tool_failed", message: " " };
    expect(responseText(answer(call, null, silent))).toBe("The call did not succeed (tool_failed).");
    expect(responseText(answer(call, "", silent))).toBe("The call did not succeed (tool_failed).");
    expect(responseText(answer(call, "", failure))).toBe("The disk is full.");
  });

  test("says what a denial says", () => {
    const output = { error: "denied by governance gate", function: "add" };
    expect(responseText(answer(call, output, denial))).toBe(JSON.stringify(output));
  });
});
