import type { NewEntry } from "@acta/journal";
import { describe, expect, test } from "vitest";
import { draft, toEntry } from "./row.js";

const good: NewEntry = { id: "e1", kind: "note", at: 1, body: { a: 1 } };
const cycle: Record<string, unknown> = {};
cycle.self = cycle;

describe("an entry that is given", () => {
  test("has its body as text", () => {
    expect(draft(good)).toEqual({ entry: good, text: '{"a":1}' });
  });

  test.each<[string, object]>([
    ["an id that is no text", { id: 1 }],
    ["an id with NUL", { id: "a\u0000b" }],
    ["an id with half a surrogate pair", { id: "\ud800" }],
    ["no kind", { kind: undefined }],
    ["a matter that is no text", { opens: null }],
    ["a settled matter with half a pair", { settles: "\udfff" }],
    ["a body that is not JSON", { body: undefined }],
    ["a body that refers to itself", { body: cycle }],
    ["a bigint", { body: { n: 1n } }],
  ])("%s is refused", (_, change) => {
    expect(() => draft({ ...good, ...change } as NewEntry)).toThrow(expect.objectContaining({ code: "invalid_entry" }));
  });

  test("a getter in the body that throws is refused with its error", () => {
    const cause = new Error("hostile");
    const body = {
      get text(): string {
        throw cause;
      },
    };
    expect(() => draft({ ...good, body })).toThrow(expect.objectContaining({ code: "invalid_entry", cause }));
  });

  test("a whole surrogate pair is well-formed", () => {
    expect(draft({ ...good, id: "🦩" }).entry.id).toBe("🦩");
  });
});

describe("a row that is read", () => {
  const row = { sequence: 1, id: "e1", kind: "note", at: 1, opens: null, settles: "m", body: "[null]" };

  test("becomes a frozen entry, without what was not given", () => {
    const entry = toEntry("b", row);
    expect(entry).toEqual({ id: "e1", kind: "note", at: 1, settles: "m", body: [null], branchId: "b", sequence: 1 });
    expect(Object.isFrozen(entry)).toBe(true);
  });

  test("whose body is not JSON is corrupt", () => {
    expect(() => toEntry("b", { ...row, body: "{" })).toThrow(expect.objectContaining({ code: "corrupt" }));
  });
});
