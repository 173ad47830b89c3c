import { createCallContext, evaluate } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { PermissionPolicy } from "./permission-policy.js";
import type { PermissionPolicyData } from "./policy-data.js";

const call = (name: string, values: unknown = {}) => createCallContext({ function: name, arguments: values });
const bash = (command: unknown, name = "bash") => call(name, { command });
/** Kind and rule of the decision, in one word each. */
const asked = (policy: PermissionPolicy, context: ReturnType<typeof call>) => {
  const { kind, rule } = policy.decide(context);
  return `${kind} ${rule}`;
};
const rules = (data: Omit<PermissionPolicyData, "mode">) => new PermissionPolicy({ mode: "rules", ...data });

describe("order", () => {
  test("deny, allow, escalate, default", verifies("D5.permission-check"), () => {
    const policy = rules({ deny: { bash: ["rm *"] }, allow: { bash: ["rm *", "ls*"] }, escalate: { bash: ["[!x]*"] } });
    expect(asked(policy, bash("rm x"))).toBe("deny deny.bash[0]");
    expect(asked(policy, bash("ls -l"))).toBe("allow allow.bash[1]");
    expect(asked(policy, bash("pwd"))).toBe("escalate escalate.bash[0]");
    expect(asked(policy, bash("xargs"))).toBe("deny default");
  });

  test("the tool's own key before *, patterns in their order", verifies("D5.permission-check"), () => {
    const policy = rules({ allow: { "*": ["ls*", "p*"], bash: ["l*", "ls*"] } });
    expect(asked(policy, bash("ls"))).toBe("allow allow.bash[0]");
    expect(asked(policy, bash("pwd"))).toBe("allow allow.*[1]");
  });

  test("a table of another key order has the same rules", () => {
    const one = rules({ deny: { bash_tool: ["l*"], BASH: ["ls"] } });
    const other = rules({ deny: { BASH: ["ls"], bash_tool: ["l*"] } });
    expect(other.version).toBe(one.version);
    expect(asked(other, bash("ls"))).toBe(asked(one, bash("ls")));
  });

  test("the default may be to abstain", () => {
    expect(asked(rules({ default: "abstain", deny: { bash: ["rm *"] } }), bash("ls"))).toBe("abstain default");
    expect(asked(rules({ default: "deny" }), bash("ls"))).toBe("deny default");
  });
});

describe("modes", () => {
  const tables = { allow: { bash: ["*"] }, deny: { bash: ["rm *"] } };

  test("allow_all and deny_all answer alike whatever the tables say", verifies("D5.permission-check"), () => {
    const allowing = new PermissionPolicy({ mode: "allow_all", ...tables });
    expect(asked(allowing, bash("rm x"))).toBe("allow mode.allow_all");
    expect(asked(allowing, bash("ls; rm x"))).toBe("allow mode.allow_all");
    expect(asked(new PermissionPolicy({ mode: "deny_all", ...tables }), bash("ls"))).toBe("deny mode.deny_all");
  });
});

describe("names and case", () => {
  test("widen deny and escalate", verifies("D5.permission-check"), () => {
    const policy = rules({ deny: { BASH_TOOL: ["RM *"] }, escalate: { bash: ["git *"] } });
    for (const name of ["bash", "Bash", "bash_tool", "BASH_TOOL"]) {
      expect(asked(policy, bash("rm x", name))).toBe("deny deny.BASH_TOOL[0]");
      expect(asked(policy, bash("Git push", name))).toBe("escalate escalate.bash[0]");
    }
  });

  test("never widen allow", verifies("D5.permission-check"), () => {
    const policy = rules({ allow: { bash: ["ls*"], Reader: ["*"] } });
    expect(asked(policy, bash("ls"))).toBe("allow allow.bash[0]");
    for (const name of ["Bash", "bash_tool"]) expect(asked(policy, bash("ls", name))).toBe("deny default");
    expect(asked(policy, bash("LS"))).toBe("deny default");
    expect(asked(policy, call("reader", { path: "/x" }))).toBe("deny default");
    expect(asked(policy, call("Reader", { path: "/x" }))).toBe("allow allow.Reader[0]");
  });

  test("are looked up as own keys", () => {
    expect(asked(rules({ allow: { bash: ["*"] } }), call("constructor"))).toBe("deny default");
    expect(asked(rules({ allow: { constructor: ["*"] } }), call("constructor"))).toBe("allow allow.constructor[0]");
  });
});

describe("programs", () => {
  const policy = rules({ allow: { "*": ["*"] }, deny: { bash: ["rm *"] } });

  test("are denied when they are more than words", verifies("D5.permission-check"), () => {
    for (const command of ["ls; rm x", "a & b", "echo $HOME", "echo `id`", "a\nb", "echo 'x"]) {
      for (const name of ["bash", "Bash", "bash_tool"]) expect(asked(policy, bash(command, name))).toBe("deny shell_syntax");
      expect(asked(new PermissionPolicy({ mode: "deny_all" }), bash(command))).toBe("deny shell_syntax");
    }
  });

  test("are judged by their words, however they are quoted", verifies("D5.permission-check"), () => {
    expect(asked(policy, bash("echo 'a; rm x'"))).toBe("allow allow.*[0]");
    for (const command of ["rm x", " rm   x", "'rm' x", 'r"m" x', "/bin/rm x", "'rm x'"]) {
      expect(asked(policy, bash(command))).toBe("deny deny.bash[0]");
    }
  });

  test("a word with a space does not pass for two", () => {
    const exact = rules({ allow: { bash: ["echo *", 'git commit -m "two words"'] } });
    expect(asked(exact, bash("'echo /../../bin/rm' x"))).toBe("deny default");
    expect(asked(exact, bash("git commit -m 'two words'"))).toBe("allow allow.bash[1]");
    expect(asked(exact, bash("git commit -m two words"))).toBe("deny default");
  });

  test("other tools run programs when the data says so", () => {
    const own = rules({ allow: { run: ["ls *"] }, tools: { run: { arguments: [{ name: "line", kind: "program" }] } } });
    expect(asked(own, call("run", { line: "ls -l" }))).toBe("allow allow.run[0]");
    expect(asked(own, call("run", { line: "ls | sh" }))).toBe("deny shell_syntax");
    expect(asked(own, bash("ls | sh"))).toBe("deny shell_syntax");
  });
});

describe("what is unclear counts against the call", () => {
  test("arguments that are no text", verifies("D5.permission-check"), () => {
    const policy = rules({ allow: { reader: ["*"], bash: ["*", "12*"] }, deny: { editor: ["/etc/*"] }, escalate: { search: ["secret*"] } });
    for (const path of [undefined, null, 1, ["/x"]]) expect(asked(policy, call("reader", { path }))).toBe("deny default");
    for (const command of [undefined, null, 123, {}]) expect(asked(policy, bash(command))).toBe("deny default");
    expect(asked(policy, call("editor", { file_path: 1 }))).toBe("deny deny.editor[0]");
    expect(asked(policy, call("search", { path: "x" }))).toBe("escalate escalate.search[0]");
  });

  test("paths with dots", () => {
    const policy = rules({ allow: { reader: ["/data/*"] }, deny: { reader: ["/data/secret*"] } });
    expect(asked(policy, call("reader", { path: "/data/./x" }))).toBe("allow allow.reader[0]");
    expect(asked(policy, call("reader", { path: "/data/../etc/passwd" }))).toBe("deny default");
    expect(asked(policy, call("reader", { path: "/data//x/../secret" }))).toBe("deny deny.reader[0]");
    expect(asked(policy, call("reader", { path: "/data/..\\..\\etc/x" }))).toBe("deny deny.reader[0]");
  });

  test("the order of arguments changes nothing", () => {
    const policy = rules({ allow: { deploy: ['{"env":"staging","n":*}'] }, deny: { deploy: ["prod"] } });
    expect(asked(policy, call("deploy", { n: 1, env: "staging" }))).toBe("allow allow.deploy[0]");
    expect(asked(policy, call("deploy", { env: "staging", n: 1 }))).toBe("allow allow.deploy[0]");
    expect(asked(policy, call("deploy", { n: 1, env: "PROD" }))).toBe("deny deny.deploy[0]");
  });
});

describe("explaining", () => {
  const policy = rules({ deny: { "*": ["*secret*"] }, allow: { bash: ["cat *"], "*": ["*"] }, escalate: { bash: ["*"] } });

  test("a decision has its reason, a denial its code", () => {
    expect(policy.decide(bash("cat secret"))).toEqual({
      kind: "deny",
      code: "permission_denied",
      rule: "deny.*[0]",
      reason: 'Rule deny.*[0] ("*secret*") holds for the call.',
    });
    expect(policy.decide(bash("a;b")).reason).toBe(
      'The program can\'t be judged. Argument "command" is more than words and quotes: operator at 1.',
    );
    expect(rules({}).decide(bash(1)).reason).toBe('No rule holds for the call. Argument "command" is not a text.');
  });

  test("every rule about the tool, in order, and the one that determines", verifies("D5.permission-check"), () => {
    const { rules, text, decision } = policy.explain(bash("cat a"));
    expect(decision).toEqual(policy.decide(bash("cat a")));
    expect(text).toBe("cat a");
    expect(rules).toEqual([
      { rule: "deny.*[0]", effect: "deny", matched: false, determining: false, why: 'The pattern "*secret*" does not match.' },
      { rule: "allow.bash[0]", effect: "allow", matched: true, determining: true, why: "All of it holds." },
      { rule: "allow.*[0]", effect: "allow", matched: true, determining: false, why: "All of it holds." },
      { rule: "escalate.bash[0]", effect: "escalate", matched: true, determining: false, why: "All of it holds." },
    ]);
  });

  test("what can't be read matches every rule that denies or escalates, and determines nothing by itself", () => {
    const { rules, text, decision } = policy.explain(bash("a;b"));
    expect(decision.rule).toBe("shell_syntax");
    expect(text).toBeNull();
    expect(rules.map(({ rule, matched, determining }) => [rule, matched, determining])).toEqual([
      ["deny.*[0]", true, false],
      ["allow.bash[0]", false, false],
      ["allow.*[0]", false, false],
      ["escalate.bash[0]", true, false],
      ["shell_syntax", true, true],
    ]);
    expect(rules[0]?.why).toBe('Argument "command" is more than words and quotes: operator at 1. In doubt it holds.');
  });

  test("a rule that would allow another spelling of the tool says so; mode and default determine like rules", () => {
    const only = rules({ allow: { bash: ["*"] } });
    expect(only.explain(bash("ls", "Bash")).rules).toEqual([
      {
        rule: "allow.bash[0]",
        effect: "allow",
        matched: false,
        determining: false,
        why: 'It allows "bash", and the tool of the call is "Bash": names are exact where a rule allows.',
      },
      { rule: "default", effect: "deny", matched: true, determining: true, why: "No rule holds for the call." },
    ]);
    expect(new PermissionPolicy({ mode: "deny_all" }).explain(bash("ls")).rules).toMatchObject([
      { rule: "mode.deny_all", determining: true },
    ]);
  });
});

describe("data", () => {
  const data: PermissionPolicyData = {
    id: "files",
    mode: "rules",
    default: "abstain",
    allow: { reader: ["/data/*"] },
    deny: { "*": ["[!a]?*"] },
    escalate: {},
    tools: { reader: { aliases: ["cat"] } },
  };

  test("comes back equal, through a file too", verifies("D5.permission-check"), () => {
    const policy = new PermissionPolicy(data);
    expect(policy.toJSON()).toEqual(data);
    const again = PermissionPolicy.parse(JSON.stringify(policy));
    expect(again.toJSON()).toEqual(data);
    expect(again.version).toBe(policy.version);
    expect(again.id).toBe("files");
  });

  test("can't be changed afterwards", verifies("D5.permission-check"), () => {
    const input = { mode: "rules" as const, allow: { bash: ["ls"] } };
    const policy = new PermissionPolicy(input);
    const before = policy.version;
    input.allow.bash[0] = "*";
    expect(asked(policy, bash("rm x"))).toBe("deny default");
    expect(policy.version).toBe(before);
    expect(() => Object.assign(policy, { decide: () => true })).toThrow(TypeError);
    expect(() => Object.assign(policy.toJSON().allow ?? {}, { bash: ["*"] })).toThrow(TypeError);
  });

  test("has the version of its rules, not of its spelling", () => {
    const version = (more: object) => PermissionPolicy.from({ mode: "rules", ...more }).version;
    expect(JSON.parse(version({}))).toMatchObject({ mode: "rules", default: "deny", allow: {} });
    expect(version({ default: "deny", allow: {}, id: "other" })).toBe(version({}));
    expect(version({ allow: { a: ["x"], b: ["y"] } })).toBe(version({ allow: { b: ["y"], a: ["x"] } }));
    const different = [{}, { default: "abstain" }, { allow: { a: ["x"] } }, { deny: { a: ["x"] } }, { tools: { a: { aliases: ["b"] } } }];
    expect(new Set(different.map(version)).size).toBe(different.length);
  });

  test("that is invalid is refused", verifies("D5.permission-check"), () => {
    const invalid = expect.objectContaining({ code: "invalid_policy", pointer: "/mode" });
    expect(() => PermissionPolicy.from({})).toThrow(invalid);
    expect(() => PermissionPolicy.from({ mode: "ask" })).toThrow(invalid);
    expect(() => PermissionPolicy.parse('{"mode":null}')).toThrow(invalid);
  });
});

test("the governance evaluator takes it as a policy and answers without a promise", () => {
  const policy = rules({ allow: { add: ["*"] } });
  expect(evaluate(policy, call("add", { a: 1 }))).toMatchObject({ kind: "allow", rule: "allow.add[0]", policy: "permissions" });
  expect(evaluate(policy, call("sub"))).toMatchObject({ kind: "deny", code: "permission_denied" });
});

test("a slash at the end of a path, or its absence, leads past no rule that denies", verifies("D5.permission-check"), () => {
  const policy = rules({ allow: { reader: ["*"] }, deny: { reader: ["*.env", "secrets/*"] } });
  for (const path of ["a/.env/", "a/.env//", "a/.env/.", "secrets", "secrets/", "./secrets/."]) {
    expect(asked(policy, call("reader", { path }))).toMatch(/^deny deny\.reader/);
  }
  for (const path of ["a/.environment", "secrets.md", "."]) {
    expect(asked(policy, call("reader", { path }))).toBe("allow allow.reader[0]");
  }
});

test("the order in which arguments are given leads past no rule that denies", verifies("D5.permission-check"), () => {
  const policy = rules({ allow: { other: ["*"] }, deny: { other: ["rm *"] } });
  for (const values of [
    { a: "rm", b: "-r" },
    { b: "-r", a: "rm" },
  ])
    expect(asked(policy, call("other", values))).toBe("deny deny.other[0]");
});
