import { createCallContext } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { expect, test } from "vitest";
import { PermissionPolicy } from "./permission-policy.js";
import { readOnlyPermissions, safePermissions } from "./presets.js";

const asked = (policy: PermissionPolicy, name: string, values: object) => {
  const { kind, rule } = policy.decide(createCallContext({ function: name, arguments: values }));
  return `${kind} ${rule}`;
};

test("readOnly", verifies("D5.permission-check"), () => {
  const policy = PermissionPolicy.readOnly();
  expect(policy.toJSON()).toEqual(readOnlyPermissions);
  expect(asked(policy, "reader", { path: "/x" })).toBe("allow allow.reader[0]");
  expect(asked(policy, "search", { pattern: "two words" })).toBe("allow allow.search[0]");
  expect(asked(policy, "context", { action: "status" })).toBe("allow allow.context[0]");
  expect(asked(policy, "editor", { file_path: "/x" })).toBe("deny deny.editor[0]");
  expect(asked(policy, "Editor_Tool", { file_path: "/x" })).toBe("deny deny.editor[0]");
  expect(asked(policy, "bash", { command: "ls" })).toBe("deny deny.bash[0]");
  expect(asked(policy, "other", {})).toBe("deny default");
});

test("safe", verifies("D5.permission-check"), () => {
  const policy = PermissionPolicy.safe();
  expect(policy.toJSON()).toEqual(safePermissions);
  for (const [index, command] of ["rm x", "sudo ls", "chmod 1 x", "kill 1", "/sbin/MKFS x"].entries()) {
    expect(asked(policy, "bash", { command })).toBe(`deny deny.bash[${index}]`);
  }
  for (const command of ["ls", "rm"]) expect(asked(policy, "bash", { command })).toBe("escalate escalate.bash[0]");
  expect(asked(policy, "bash", { command: "ls; ls" })).toBe("deny shell_syntax");
  expect(asked(policy, "editor", { file_path: "/x" })).toBe("allow allow.editor[0]");
  expect(asked(policy, "context_tool", {})).toBe("deny default");
  expect(asked(policy, "other", {})).toBe("deny default");
});
