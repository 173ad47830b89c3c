import { expect, test, vi } from "vitest";
import * as exported from "./index.js";

test("the entry point exports this and nothing else", () => {
  expect(Object.keys(exported).sort()).toEqual(["ThreadsError", "inThread", "threadsExecutor"]);
});

test("an error is known to another copy of the package", async () => {
  const error = new exported.ThreadsError("closed", "the executor is closed", { cause: "why" });
  vi.resetModules();
  const copy = await import("./index.js");
  expect(error).not.toBeInstanceOf(copy.ThreadsError);
  expect(copy.ThreadsError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ name: "ThreadsError", code: "closed", message: "the executor is closed", cause: "why" });
  for (const other of [undefined, null, "closed", new Error("closed"), { code: "closed" }])
    expect(copy.ThreadsError.isInstance(other)).toBe(false);
});

test("an executor says what it is", () => {
  expect(exported.threadsExecutor()).toMatchObject({ name: "threads", capabilities: { offLoop: true, killable: true, remote: false } });
  const processes = exported.threadsExecutor({ name: "p", processes: true });
  expect(processes).toMatchObject({ name: "p", capabilities: { offLoop: true, killable: true, remote: true } });
  expect(() => exported.threadsExecutor({ size: 0 })).toThrow(exported.ThreadsError);
});
