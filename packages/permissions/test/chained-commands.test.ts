import { createCallContext } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { PermissionPolicy } from "../src/index.js";

// A rule that allows one harmless command by its beginning must not allow what is chained after it.
const refused = [
  "cd /tmp && python3 x.py",
  "echo hi; ls",
  "echo a | sh",
  "echo hi\nrm -r build",
  "echo $(cat key)",
  "echo `cat key`",
  "echo ok > >(tee k)",
  "echo hi & ls",
  "cdx /",
  'echo "unclosed',
  "echo 'unclosed",
  'echo "$(cat key)"',
  'echo "`cat key`"',
  "echo hi && rm x",
];
const harmless = ['echo "a && b"', "echo 'x;y'", "echo 'a | sh'", "echo '$(cat key)'", "cd /tmp", "echo hi"];

const described = { run_shell: { arguments: [{ name: "command", kind: "program" }] } };
const rules = {
  "patterns over words": { allow: { run_shell: ["cd *", "echo *"] }, deny: { run_shell: ["rm *"] }, tools: described },
  "typed words": {
    allow: { run_shell: [{ arguments: { command: { program: ["cd", "**"] } } }, { arguments: { command: { program: ["echo", "**"] } } }] },
    deny: { run_shell: [{ arguments: { command: { program: ["rm", "**"] } } }] },
  },
};

describe.each(Object.entries(rules))("chained commands, %s", (_, tables) => {
  const policy = PermissionPolicy.from({ mode: "rules", ...tables });
  const decide = (command: string) => policy.decide(createCallContext({ function: "run_shell", arguments: { command } }));

  test.each(refused)("not allowed: %j", verifies("D5.permission-check"), (command) => {
    expect(decide(command).kind).toBe("deny");
  });

  test.each(harmless)("allowed, quoted operators are data: %j", verifies("D5.permission-check"), (command) => {
    expect(decide(command).kind).toBe("allow");
  });

  test("a chain of allowed commands is more than words too: who needs it makes two calls", () => {
    expect(decide("cd /tmp && echo hi").kind).toBe("deny");
  });
});

test("the control: a pattern over the text itself lets chains through", () => {
  const policy = PermissionPolicy.from({
    mode: "rules",
    allow: { run_shell: ["cd *", "echo *"] },
    tools: { run_shell: { arguments: [{ name: "command" }] } },
  });
  const allowed = refused.filter(
    (command) => policy.decide(createCallContext({ function: "run_shell", arguments: { command } })).kind === "allow",
  );
  expect(allowed.length).toBeGreaterThan(10);
});
