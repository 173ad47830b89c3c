import { hostile, revoked } from "@acta/test-kit";
import { expect, test, vi } from "vitest";
import * as exported from "./index.js";
import { JournalError } from "./index.js";
import * as memory from "./memory.js";
import * as testing from "./testing.js";

test("the entry points export this and nothing else", () => {
  expect(Object.keys(exported).sort()).toEqual(["JournalError", "checkedEntries", "leaseTime", "pageBounds"]);
  expect(Object.keys(memory).sort()).toEqual(["MemoryJournal", "memoryJournal"]);
  expect(Object.keys(testing).sort()).toEqual(["InjectedFault", "faultyJournal"]);
});

test("JournalError has its code and cause, and is known to another copy of the package", async () => {
  vi.resetModules();
  const copy = await import("./index.js");
  const cause = new Error("why");
  const error = new JournalError("closed", "the journal is closed", { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "JournalError", code: "closed", message: "the journal is closed", cause });
  expect(error).not.toBeInstanceOf(copy.JournalError);
  expect(copy.JournalError.isInstance(error)).toBe(true);
});

test.each([
  ["undefined", undefined],
  ["null", null],
  ["text", "JournalError"],
  ["another error", new Error("x")],
  ["an object with a code", { code: "closed" }],
  ["a brand that is not true", { [Symbol.for("acta.journal-error")]: 1 }],
  ["a hostile proxy", hostile()],
  ["a revoked proxy", revoked()],
])("%s is no JournalError", (_, value) => {
  expect(JournalError.isInstance(value)).toBe(false);
});
