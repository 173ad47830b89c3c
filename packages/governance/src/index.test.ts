import { hostile, revoked } from "@acta/test-kit";
import { expect, test, vi } from "vitest";
import * as exported from "./index.js";
import { NotJson, PermissionError } from "./index.js";

test("the package exports this and nothing else", () => {
  expect(Object.keys(exported).sort()).toEqual([
    "NotJson",
    "PermissionError",
    "abstain",
    "allow",
    "canonicalJson",
    "combine",
    "createCallContext",
    "defer",
    "deny",
    "digest",
    "escalate",
    "evaluate",
    "evaluateAll",
    "freezeJson",
    "settleAll",
    "shadow",
    "strictest",
  ]);
});

const cause = new Error("why");
const errors = [
  { error: new NotJson("a hole", "/a/0", { cause }), name: "NotJson", code: "not_json", message: "a hole at /a/0" },
  { error: new PermissionError("not you", { cause }), name: "PermissionError", code: "permission_denied", message: "not you" },
] as const;

test.each(errors)("$name has its code and cause, and is known to another copy of the package", async ({ error, name, code, message }) => {
  vi.resetModules();
  const copy = await import("./index.js");
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name, code, message, cause });
  expect(error).not.toBeInstanceOf(copy[name]);
  for (const other of errors) expect(copy[other.name].isInstance(error)).toBe(other.name === name);
});

test.each([
  ["undefined", undefined],
  ["null", null],
  ["text", "PermissionError"],
  ["an object", {}],
  ["another error", new Error("x")],
  ["an object with a code", { code: "permission_denied" }],
  ["a brand that is not true", { [Symbol.for("acta.not-json")]: 1, [Symbol.for("acta.permission-error")]: 1 }],
  ["a hostile proxy", hostile()],
  ["a revoked proxy", revoked()],
])("%s is none of the errors", (_, value) => {
  expect(PermissionError.isInstance(value)).toBe(false);
  expect(NotJson.isInstance(value)).toBe(false);
});

test("the place of an error at the top is not named", () => {
  expect(new NotJson("a hole", "")).toMatchObject({ message: "a hole", path: "" });
});
