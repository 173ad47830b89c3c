import { describe, expect, test } from "vitest";
import { ToolDirectory } from "./tool-directory.js";

describe("wide names", () => {
  const directory = new ToolDirectory({
    bash: { aliases: ["Shell"] },
    run: { arguments: [{ name: "line", kind: "program" }], aliases: ["exec"] },
  });

  test("stand for every case and alias, of defaults too", () => {
    for (const name of ["bash", "BASH", "bash_tool", "Bash_Tool", "shell", "SHELL"]) expect(directory.wideName(name)).toBe("bash");
    expect(directory.wideName("EXEC")).toBe("run");
    expect(directory.wideName("Constructor")).toBe("constructor");
  });

  test("find the description where a name has none of its own", () => {
    expect(directory.matchedArguments("Shell")).toEqual([{ name: "command", kind: "program" }]);
    expect(directory.matchedArguments("exec")).toEqual([{ name: "line", kind: "program" }]);
    expect(directory.matchedArguments("deploy")).toBeUndefined();
    expect(directory.matchedArguments("constructor")).toBeUndefined();
  });
});

test("a description of its own goes before that of the wide name", () => {
  const directory = new ToolDirectory({ Bash: { arguments: [{ name: "script", kind: "program" }] } });
  expect(directory.matchedArguments("Bash")?.[0]?.name).toBe("script");
  expect(directory.matchedArguments("bash")?.[0]?.name).toBe("command");
  expect(directory.matchedArguments("BASH")?.[0]?.name).toBe("command");
});

test.each([
  ["another tool's name", { run: { aliases: ["Bash"] } }, "/tools/run/aliases/0"],
  ["another tool's alias", { run: { aliases: ["x"] }, go: { aliases: ["y", "X"] } }, "/tools/go/aliases/1"],
])("an alias that is %s is refused", (_, tools, pointer) => {
  expect(() => new ToolDirectory(tools)).toThrow(expect.objectContaining({ code: "invalid_policy", pointer }));
});
