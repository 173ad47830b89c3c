import { JournalError, type NewEntry } from "@acta/journal";
import { describe, expect, test, vi } from "vitest";
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

  test("reads each property once", () => {
    const id = vi.fn(() => "e");
    const body = vi.fn(() => ({}));
    const { entry: read } = draftOf(Object.defineProperties({ ...entry }, { id: { get: id }, body: { get: body } }));
    expect([read.id, read.body]).toEqual(["e", {}]);
    expect([id.mock.calls.length, body.mock.calls.length]).toEqual([1, 1]);
  });

  test("takes no field that an entry does not have", () => {
    expect(Object.keys(draftOf(Object.assign({ sequence: 9 }, entry)).entry)).not.toContain("sequence");
  });

  test.each([
    ["an empty id", { id: "" }],
    ["an id that is no string", { id: 7 }],
    ["no kind", { kind: undefined }],
    ["a time that is no number", { at: "1" }],
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
