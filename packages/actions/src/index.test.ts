import { hostile, revoked } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import * as executor from "./executor.js";
import * as exported from "./index.js";
import { ActionError, CallLost, DeclaredFailure, InvalidArguments, NotAdmitted, NotExecuted, ToolNotFound } from "./index.js";

test("the entry points export this and nothing else", () => {
  expect(Object.keys(exported).sort()).toEqual([
    "ActionError",
    "ActionManager",
    "CallLost",
    "DeclaredFailure",
    "FunctionCalling",
    "InvalidArguments",
    "NotAdmitted",
    "NotExecuted",
    "ToolNotFound",
    "defineTool",
    "parseArguments",
    "toolSchema",
    "validateArguments",
    "withProcessors",
  ]);
  expect(Object.keys(executor)).toEqual(["inline", "watched"]);
});

const errors = [
  { error: new ToolNotFound("x"), name: "ToolNotFound", code: "unknown_tool", message: 'there is no tool named "x"' },
  {
    error: new InvalidArguments([{ message: "bad", path: "/a" }]),
    name: "InvalidArguments",
    code: "invalid_arguments",
    message: "invalid arguments: /a: bad",
  },
  { error: new NotAdmitted(new Error("denied")), name: "NotAdmitted", code: "not_admitted", message: "denied" },
  { error: new NotExecuted("offline"), name: "NotExecuted", code: "not_executed", message: "offline" },
  { error: new CallLost("gone"), name: "CallLost", code: "lost", message: "the call was lost: gone" },
  { error: new DeclaredFailure({ ok: false }), name: "DeclaredFailure", code: "declared_failure", message: '{"ok":false}' },
] as const;

const classes = [ActionError, CallLost, DeclaredFailure, InvalidArguments, NotAdmitted, NotExecuted, ToolNotFound];

describe("errors", () => {
  test.each(errors)("$name has its code, and is known to another copy of the package", async ({ error, name, code, message }) => {
    vi.resetModules();
    const copy = await import("./index.js");
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name, code, message });
    expect(error).not.toBeInstanceOf(copy.ActionError);
    expect(copy.ActionError.isInstance(error)).toBe(true);
    for (const other of errors) expect(copy[other.name].isInstance(error)).toBe(other.name === name);
  });

  test.each([
    ["undefined", undefined],
    ["null", null],
    ["another error", new Error("x")],
    ["an object with a code", { code: "not_admitted" }],
    ["a hostile proxy", hostile()],
    ["a revoked proxy", revoked()],
  ])("%s is none of them", (_, value) => {
    for (const errorClass of classes) expect(errorClass.isInstance(value)).toBe(false);
  });

  test("have their cause", () => {
    const cause = new Error("why");
    expect(new NotAdmitted(cause).cause).toBe(cause);
    expect(new NotAdmitted("why")).toMatchObject({ message: "the call was not admitted", cause: "why" });
    expect(new NotExecuted("offline", { cause }).cause).toBe(cause);
    expect(new InvalidArguments([], { cause }).cause).toBe(cause);
  });

  test("a declared failure repeats the first thousand characters of its output, whole", () => {
    const output = "\u{1f600}".repeat(2_000);
    const { message } = new DeclaredFailure(output);
    expect(message).toBe(`"${"\u{1f600}".repeat(999)}`);
    expect(new DeclaredFailure(undefined).message).toBe("null");
    expect(new DeclaredFailure(1n).message).toBe('"1"');
  });
});
