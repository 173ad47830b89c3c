import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NotExecuted } from "@acta/actions";
import { createCallContext, evaluate } from "@acta/governance";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder, toolContext } from "../../test/support.js";
import { Workspace } from "../workspace/workspace.js";
import { bashTool } from "./bash.js";
import { type ProgramEnd, programEnvironment } from "./run-program.js";

function setUp() {
  const root = temporaryFolder();
  const tool = bashTool(new Workspace(root));
  /** Runs a program of Node, with two arguments. */
  const node = (program: string, options: { timeout?: number; signal?: AbortSignal } = {}) => {
    writeFileSync(join(root, "program.cjs"), program);
    const command = `'${process.execPath}' program.cjs "one two" 'three'`;
    return tool.run({ command, timeout: options.timeout }, toolContext(options.signal)) as Promise<ProgramEnd>;
  };
  return { root, tool, node };
}

test("runs one program by its words, in the workspace, with next to no environment", async () => {
  const { root, node } = setUp();
  const { stdout, stderr, exitCode } = await node(
    "console.log(JSON.stringify([process.argv.slice(2), process.cwd(), Object.keys(process.env)])); console.error('e')",
  );
  expect(JSON.parse(stdout)).toEqual([["one two", "three"], root, ["PATH", "HOME", "LANG"]]);
  expect({ stderr, exitCode }).toEqual({ stderr: "e\n", exitCode: 0 });
});

test("another exit status than 0 is a declared failure", async () => {
  const { tool, node } = setUp();
  const end = await node("process.exit(3)");
  expect(end.exitCode).toBe(3);
  expect(tool.isFailure?.(end)).toBe(true);
  expect(tool.isFailure?.({ ...end, exitCode: 0 })).toBe(false);
});

test("a program that is not there was certainly not run", async () => {
  const error = await Promise.resolve(setUp().tool.run({ command: "no-such-program" }, toolContext())).catch((thrown: unknown) => thrown);
  expect(NotExecuted.isInstance(error)).toBe(true);
  expect((error as Error).message).toBe("The program no-such-program cannot be started.");
});

test.each([
  ["a link to another folder", (root: string) => symlinkSync(temporaryFolder(), root)],
  ["gone", () => {}],
])("where the workspace is %s by now, nothing is run", async (_, replace) => {
  const { root, tool } = setUp();
  renameSync(root, `${root} before`);
  replace(root);
  const error = await Promise.resolve(tool.run({ command: `'${process.execPath}' --version` }, toolContext())).catch((thrown) => thrown);
  expect([NotExecuted.isInstance(error), (error as Error).message]).toEqual([true, "The workspace is no longer where it was."]);
});

test("of its output only so much is kept", async () => {
  const { stdout } = await setUp().node("process.stdout.write('x'.repeat(1_000_000))");
  expect(stdout).toBe(`${"x".repeat(30_000)}\n(970000 more characters)`);
});

describe("stopping kills the program and what it started", () => {
  const parent = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    require("node:fs").writeFileSync("pids", process.pid + " " + child.pid);
    setInterval(() => {}, 1000);
  `;
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    } catch {
      return false;
    }
  };
  const pidsIn = (root: string) => readFileSync(join(root, "pids"), "utf8").split(" ").map(Number);

  test("by abort", async () => {
    const { root, node } = setUp();
    const controller = new AbortController();
    const running = node(parent, { signal: controller.signal });
    await vi.waitUntil(() => existsSync(join(root, "pids")) && pidsIn(root).length === 2, { timeout: 5_000 });
    controller.abort(new Error("stopped"));
    await expect(running).rejects.toThrow("stopped");
    await vi.waitUntil(() => !pidsIn(root).some(isAlive), { timeout: 5_000 });
    expect(pidsIn(root).filter(isAlive)).toEqual([]);
  });

  test("by its own time", async () => {
    const { root, node } = setUp();
    await expect(node(parent, { timeout: 500 })).rejects.toThrow("The program took longer than 500 ms and was stopped.");
    if (existsSync(join(root, "pids"))) {
      await vi.waitUntil(() => !pidsIn(root).some(isAlive), { timeout: 5_000 });
    }
  });
});

describe("its own policy", () => {
  const decide = (command: string) =>
    evaluate(bashTool(new Workspace("/none")).policy ?? (() => false), createCallContext({ function: "Bash", arguments: { command } }));

  test.each(["a; b", "a && b", "a | b", "a > b", "a $(b)", "a $B", "a `b`", "a\nb", "a 'b", 'a "$b"', "a *", "A=1 b", "(a)", "a &", "~/a"])(
    "%s: shell_syntax",
    (command) => {
      expect(decide(command)).toMatchObject({ kind: "deny", rule: "shell_syntax" });
    },
  );

  test("no program: no_program", () => {
    expect(decide(" \t")).toMatchObject({ kind: "deny", rule: "no_program" });
  });

  test("words and quotes are allowed", () => {
    expect(decide("git commit -m 'a; b' --author=\"c d\"")).toMatchObject({ kind: "allow" });
  });
});

test("what cannot be started was certainly not run, whatever the reason", async () => {
  for (const command of ["''", `ls ${"x".repeat(3_000_000)}`]) {
    const error = await Promise.resolve(setUp().tool.run({ command }, toolContext())).catch((thrown: unknown) => thrown);
    expect(NotExecuted.isInstance(error)).toBe(true);
  }
});

test("who left the group of a program that has ended does not keep the call from ending", async () => {
  const { root, node } = setUp();
  const end = await node(`
    const options = { detached: true, stdio: "inherit" };
    const child = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 30_000)"], options);
    require("node:fs").writeFileSync("pid", String(child.pid));
    console.log("done");
    child.unref();
  `);
  process.kill(Number(readFileSync(join(root, "pid"), "utf8")), "SIGKILL");
  expect(end).toEqual({ stdout: "done\n", stderr: "", exitCode: 0 });
});

test("a program is never looked for in the workspace", () => {
  const root = temporaryFolder();
  const link = join(temporaryFolder(), "link");
  symlinkSync(root, link);
  const places = ["/usr/bin", "", ".", "bin", root, `${root}/node_modules/.bin`, link, "/none"];
  expect(programEnvironment(root, places.join(":")).PATH).toBe("/usr/bin:/none");
});
