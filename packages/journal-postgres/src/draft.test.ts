import { JournalError, type NewEntry } from "@acta/journal";
import { describe, expect, test } from "vitest";
import { draftOf } from "./draft.js";

const entry: NewEntry = { id: "e", kind: "note", at: 1.5, body: null };

const codeOf = (given: unknown) => {
  try {
    Reflect.apply(draftOf, undefined, [given]);
    return "accepted";
  } catch (error) {
    return JournalError.isInstance(error) ? error.code : error;
  }
};

describe("a draft", () => {
  test("has the columns of its entry", () => {
    expect(draftOf({ ...entry, opens: "a\0", body: { text: "\0" } }).columns).toEqual({
      id: "e",
      kind: "note",
      at: 1.5,
      opens: "a\\u0000",
      settles: null,
      body: '{"text":"\\u0000"}',
    });
  });

  test.each([
    ["an id that is no string", { id: 7 }],
    ["no kind", { kind: undefined }],
    ["a matter that is no string", { opens: {} }],
    ["a settled matter that is no string", { settles: null }],
    ["no body", { body: undefined }],
    ["a function as body", { body: () => {} }],
    ["a bigint in the body", { body: [1n] }],
  ])("%s is refused", (_, part) => {
    expect(codeOf({ ...entry, ...part })).toBe("invalid_entry");
  });

  test("a cycle is refused and named as the cause", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(() => Reflect.apply(draftOf, undefined, [{ ...entry, body: cycle }])).toThrow(
      expect.objectContaining({ code: "invalid_entry", cause: expect.any(TypeError) }),
    );
  });
});
