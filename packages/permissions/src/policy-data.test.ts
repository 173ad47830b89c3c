import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { InvalidPolicy } from "./invalid-policy.js";
import { readPolicyData } from "./policy-data.js";

function refusal(value: unknown): InvalidPolicy {
  try {
    readPolicyData(value);
  } catch (error) {
    if (InvalidPolicy.isInstance(error)) return error;
    throw error;
  }
  throw new Error("accepted");
}

describe("invalid data names the place", () => {
  test.each<[string, unknown]>([
    ["", null],
    ["", []],
    ["", "rules"],
    ["", undefined],
    ["/mode", {}],
    ["/mode", { mode: "whatever" }],
    ["/mode", { mode: "RULES" }],
    ["/on_escalate", { mode: "rules", on_escalate: true }],
    ["/a~1b~0c", { mode: "rules", "a/b~c": 1 }],
    ["/default", { mode: "rules", default: "allow" }],
    ["/id", { mode: "rules", id: "" }],
    ["/allow", { mode: "rules", allow: ["*"] }],
    ["/allow/bash", { mode: "rules", allow: { bash: "*" } }],
    ["/deny/bash/1", { mode: "rules", deny: { bash: ["*", 1] } }],
    ["/deny/bash/0", { mode: "rules", deny: { bash: ["a".repeat(1025)] } }],
    ["/deny/fs_*", { mode: "rules", deny: { "fs_*": ["*"] } }],
    ["/escalate/", { mode: "rules", escalate: { "": ["*"] } }],
    ["/tools/run/arguments/0/kind", { mode: "rules", tools: { run: { arguments: [{ name: "line", kind: "shell" }] } } }],
    ["/tools/run/arguments", { mode: "rules", tools: { run: { arguments: [] } } }],
    ["/tools/run/program", { mode: "rules", tools: { run: { program: "line" } } }],
  ])("%s", verifies("D5.permission-check"), (pointer, value) => {
    const error = refusal(value);
    expect(error.pointer).toBe(pointer);
    expect(error.code).toBe("invalid_policy");
    expect(error.message).toMatch(/^The policy is invalid.*\.$/s);
  });
});

describe("hostile data is refused, whatever it throws", () => {
  test.each<[string, string, unknown]>([
    ["a getter", "/mode", Object.defineProperty({}, "mode", { enumerable: true, get: () => "allow_all" })],
    ["the key __proto__", "/allow/__proto__", { mode: "rules", allow: JSON.parse('{"__proto__":["*"]}') }],
    ["a class instance", "/allow", { mode: "rules", allow: new Map() }],
    ["nesting", `/tools${"/a".repeat(31)}`, { mode: "rules", tools: nested(40) }],
    ["a proxy that hides its keys", "/mode", new Proxy({ mode: "allow_all" }, { ownKeys: () => [] })],
    ["a proxy that throws undefined", "", new Proxy({}, { getPrototypeOf: throwUndefined })],
  ])("%s", (_, pointer, value) => {
    expect(refusal(value).pointer).toBe(pointer);
  });

  test("a table of too many tools is told what is too many", () => {
    const tools = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, ["*"]]));
    const exceeds = "exceeds 32 levels, 256 Ki characters or 20,000 entries.";
    expect(refusal({ mode: "rules", allow: tools(30_000) }).message).toBe(
      `The policy is invalid at /allow: it is not plain JSON data, or ${exceeds}`,
    );
    expect(readPolicyData({ mode: "rules", allow: tools(9_999) }).mode).toBe("rules");
  });

  test("a cycle and a huge table", () => {
    const cycle: Record<string, unknown> = { mode: "rules" };
    cycle.tools = cycle;
    expect(refusal(cycle).code).toBe("invalid_policy");
    expect(refusal({ mode: "rules", deny: { bash: new Array(30_000).fill("x") } }).pointer).toBe("/deny/bash");
  });
});

test("valid data is copied and frozen", verifies("D5.permission-check"), () => {
  const value = { mode: "rules", allow: { constructor: ["*"], bash: ["ls"] } };
  const data = readPolicyData(value);
  value.allow.bash.push("rm *");
  expect(data).toEqual({ mode: "rules", allow: { constructor: ["*"], bash: ["ls"] } });
  expect(() => Object.assign(data.allow?.bash ?? {}, ["*"])).toThrow(TypeError);
});

function throwUndefined(): never {
  throw undefined;
}

function nested(levels: number): object {
  return levels === 0 ? {} : { a: nested(levels - 1) };
}
