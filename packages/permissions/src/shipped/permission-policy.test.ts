import { PermissionError } from "@acta/governance";
import { describe, expect, test } from "vitest";
import { PermissionPolicy } from "./permission-policy.js";
import { readOnlyPolicy, safePolicy } from "./presets.js";

const rules = (init: ConstructorParameters<typeof PermissionPolicy>[0]) => new PermissionPolicy({ mode: "rules", ...init });
const answer = (policy: PermissionPolicy, tool: string, args: object, action = "") => {
  const { behavior, matchedRule } = policy.check(tool, action, args as Record<string, unknown>);
  return `${behavior} ${matchedRule}`;
};

describe("check", () => {
  test("without a mode everything is allowed, and any unknown mode means rules", () => {
    expect(answer(new PermissionPolicy({ deny: { bash: ["*"] } }), "bash", { command: "a; b" })).toBe("allow null");
    expect(answer(new PermissionPolicy({ mode: "sometimes", allow: { bash: ["ls"] } }), "bash", { command: "ls" })).toBe("allow ls");
  });

  test("asks deny, allow, escalate, then denies; own patterns before those for every tool", () => {
    const policy = rules({ deny: { bash: ["rm*"] }, allow: { "*": ["l*"], bash: ["ls*", "rm*"] }, escalate: { bash: ["*"] } });
    expect(answer(policy, "bash", { command: "rm x" })).toBe("deny rm*");
    expect(answer(policy, "bash", { command: "ls" })).toBe("allow ls*");
    expect(answer(policy, "bash", { command: "lsof" })).toBe("allow ls*");
    expect(answer(policy, "bash", { command: "pwd" })).toBe("escalate *");
    expect(answer(policy, "other", { a: "x" })).toBe("deny null");
  });

  test("aliases and case widen even an allow", () => {
    const policy = rules({ allow: { BASH_TOOL: ["LS"] } });
    expect(answer(policy, "Bash", { command: "ls" })).toBe("allow LS");
    expect(answer(rules({ allow: { mine: ["*"] } }), "mine_tool", {})).toBe("deny null");
  });

  test.each(["a; b", "a && b", "a | b", "`a`", "$(a)", "a > b", "a\nb"])("the shell syntax in %j denies before any rule", (command) => {
    expect(rules({ allow: { bash: ["*"] } }).check("bash", "", { command })).toMatchObject({ behavior: "deny", matchedRule: null });
  });

  test.each(["a & b", "echo $HOME"])("%j passes", (command) => {
    expect(answer(rules({ allow: { bash: ["*"] } }), "bash", { command })).toBe("allow *");
  });

  test("another tool is matched by its action and all its values, as the record writes them", () => {
    const policy = rules({ allow: { deploy: ["go True None {'k': 1.5}"] } });
    expect(answer(policy, "deploy", { a: true, b: null, d: { k: 1.5 } }, "go")).toMatch(/^allow/);
  });

  test("a built-in argument that is no text throws, unless the pattern does not look", () => {
    expect(() => rules({ allow: { reader: ["/x*"] } }).check("reader", "", { path: null })).toThrow(TypeError);
    expect(answer(rules({ allow: { reader: ["*"] } }), "reader", { path: null })).toBe("allow *");
  });

  test("an inherited name is no rule", () => {
    expect(answer(rules({ allow: { bash: ["*"] } }), "constructor", {})).toBe("deny null");
  });

  test("the presets", () => {
    expect(answer(readOnlyPolicy(), "editor", { file_path: "/x" })).toBe("deny *");
    expect(answer(safePolicy(), "bash", { command: "sudo ls" })).toBe("deny sudo *");
    expect(answer(safePolicy(), "bash", { command: "ls" })).toBe("escalate *");
  });
});

describe("as a hook", () => {
  const hookOf = (onEscalate?: () => unknown) => rules({ escalate: { t: ["*"] }, onEscalate }).toPreHook();

  test("only true and an object approve", async () => {
    await expect(hookOf(() => true)("t", "", {})).resolves.toBeNull();
    await expect(hookOf(async () => ({ a: 1 }))("t", "", {})).resolves.toEqual({ a: 1 });
    for (const answer of [1, "yes", null, undefined, false, []]) {
      await expect(hookOf(() => answer)("t", "", {})).rejects.toSatisfy(PermissionError.isInstance);
    }
    await expect(hookOf()("t", "go", {})).rejects.toThrow("Permission escalation required for t.go: escalate by rule: *.");
  });

  test("what the handler throws is thrown", async () => {
    const down = new Error("down");
    await expect(hookOf(() => Promise.reject(down))("t", "", {})).rejects.toBe(down);
  });

  test("a denial is a permission error", async () => {
    await expect(rules({}).toPreHook()("t", "go", {})).rejects.toThrow("Permission denied for t.go: no matching rule, default deny");
  });
});
