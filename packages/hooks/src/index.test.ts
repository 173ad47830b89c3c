import { expect, test, vi } from "vitest";
import * as exported from "./index.js";
import { HookInvalid, HookTimeout, InvalidHandler, StopHook } from "./index.js";

const errors = [
  { error: new StopHook(), name: "StopHook", code: "stop_hook" },
  { error: new HookInvalid("tool.pre"), name: "HookInvalid", code: "hook_invalid" },
  { error: new HookTimeout("tool.pre", 5), name: "HookTimeout", code: "hook_timeout" },
  { error: new InvalidHandler("A handler must be a function."), name: "InvalidHandler", code: "invalid_handler" },
] as const;
const classes = [StopHook, HookInvalid, HookTimeout, InvalidHandler];

test("the package exports this and nothing else", () => {
  expect(Object.keys(exported).sort()).toEqual(["HookBus", "HookInvalid", "HookTimeout", "InvalidHandler", "StopHook"]);
});

test.each(errors)("$name has its code, and is known to another copy of the package", async ({ error, name, code }) => {
  vi.resetModules();
  const copy = await import("./index.js");
  expect(error).toMatchObject({ name, code });
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  expect(error).not.toBeInstanceOf(copy[name]);
  for (const other of errors) expect(copy[other.name].isInstance(error)).toBe(other.name === name);
});

test.each([undefined, null, 1, "StopHook", {}, new Error("x"), { code: "stop_hook" }])("%o is none of the errors", (value) => {
  for (const errorClass of classes) expect(errorClass.isInstance(value)).toBe(false);
});

test("a value that refuses to be read is none of the errors", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const errorClass of classes) expect(errorClass.isInstance(proxy)).toBe(false);
});

test("a StopHook carries its message and cause", () => {
  const stop = new StopHook("Enough.", { cause: 1 });
  expect(stop).toMatchObject({ message: "Enough.", cause: 1 });
});
