import { expect, test, vi } from "vitest";
import * as exported from "./index.js";
import { BatchFailed, BatchIncomplete, BatchTimeout, InvalidOptions, SiblingFailed } from "./index.js";

const errors = [
  { error: new BatchFailed([1, 2]), name: "BatchFailed", code: "batch_failed" },
  { error: new BatchIncomplete(1), name: "BatchIncomplete", code: "batch_incomplete" },
  { error: new BatchTimeout(5), name: "BatchTimeout", code: "timed_out" },
  { error: new InvalidOptions("The options could not be read."), name: "InvalidOptions", code: "invalid_options" },
  { error: new SiblingFailed(0), name: "SiblingFailed", code: "sibling_failed" },
] as const;
const classes = [BatchFailed, BatchIncomplete, BatchTimeout, InvalidOptions, SiblingFailed];

test("the package exports this and nothing else", () => {
  expect(Object.keys(exported).sort()).toEqual([...errors.map(({ name }) => name), "retry", "runBatch", "schedule", "unwrap"]);
});

test.each(errors)("$name has its code, and is known to another copy of the package", async ({ error, name, code }) => {
  vi.resetModules();
  const copy = await import("./index.js");
  expect(error).toMatchObject({ name, code });
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toMatch(/^\w.*\.$/);
  expect(error).not.toBeInstanceOf(copy[name]);
  for (const other of errors) expect(copy[other.name].isInstance(error)).toBe(other.name === name);
});

test.each([undefined, null, 1, "timed_out", {}, new Error("x"), { code: "timed_out" }])("%o is none of the errors", (value) => {
  for (const errorClass of classes) expect(errorClass.isInstance(value)).toBe(false);
});

test("a value that refuses to be read is none of the errors", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const errorClass of classes) expect(errorClass.isInstance(proxy)).toBe(false);
});
