import { createCallContext } from "@acta/governance";
import { expect, test } from "vitest";
import { PermissionPolicy } from "./permission-policy.js";

const policy = (examples: readonly object[], key = "bash", more: object = {}) =>
  PermissionPolicy.from({ mode: "rules", deny: { bash: ["rm *"] }, allow: { [key]: [{ pattern: "*", examples }] }, ...more });

test("examples that hold change nothing", () => {
  const examples = [
    { arguments: { command: "ls -l" }, expect: "allow" },
    { arguments: { command: "rm x" }, expect: "deny" },
    { arguments: { command: "ls; rm x" }, expect: "deny" },
    { tool: "Bash", arguments: { command: "ls" }, expect: "abstain" },
  ];
  const checked = policy(examples, "bash", { default: "abstain" });
  const plain = PermissionPolicy.from({ mode: "rules", default: "abstain", deny: { bash: ["rm *"] }, allow: { bash: ["*"] } });
  expect(checked.version).toBe(plain.version);
  expect(checked.toJSON().allow?.bash?.[0]).toMatchObject({ examples });
  expect(checked.decide(createCallContext({ function: "bash", arguments: { command: "ls" } })).rule).toBe("allow.bash[0]");
});

test("one that fails refuses the policy, and names rule and example", () => {
  const load = () =>
    policy([
      { arguments: { command: "ls" }, expect: "allow" },
      { arguments: { command: "rm x" }, expect: "allow" },
    ]);
  expect(load).toThrow(
    expect.objectContaining({
      code: "invalid_policy",
      pointer: "/allow/bash/0/examples/1",
      message:
        'The policy is invalid at /allow/bash/0/examples/1: rule allow.bash[0], example 1 expects allow and gets deny: Rule deny.bash[0] ("rm *") holds for the call. allow.bash[0]: All of it holds.',
    }),
  );
  expect(() =>
    PermissionPolicy.parse('{"mode":"deny_all","deny":{"t":[{"pattern":"*","examples":[{"arguments":{},"expect":"allow"}]}]}}'),
  ).toThrow("example 0");
});

test("one of a rule for every tool names its tool", () => {
  expect(() => policy([{ arguments: {}, expect: "allow" }], "*")).toThrow(expect.objectContaining({ pointer: "/allow/*/0/examples/0" }));
  expect(policy([{ tool: "any", arguments: {}, expect: "allow" }], "*").id).toBe("permissions");
});

test("one about paths is judged with the file system that is given", () => {
  const data = {
    mode: "rules",
    allow: { t: [{ arguments: { p: { pathWithin: "/data" } }, examples: [{ arguments: { p: "/data/x" }, expect: "allow" }] }] },
  };
  expect(() => PermissionPolicy.from(data)).toThrow("pathWithin");
  expect(PermissionPolicy.from(data, { fileSystem: { resolvePath: (path) => [path] } }).id).toBe("permissions");
});
