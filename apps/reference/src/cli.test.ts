import { describe, expect, test } from "vitest";
import { help, parseCommand } from "./cli.js";

test("nothing is the demonstration", () => {
  expect(parseCommand([])).toEqual({ kind: "demo" });
});

test("run has defaults", () => {
  expect(parseCommand(["run", "a.json"])).toEqual({
    kind: "run",
    file: "a.json",
    workspace: null,
    policy: null,
    record: null,
    strategy: "sequential",
    transaction: "corrected",
    json: false,
  });
});

test("options may stand anywhere", () => {
  const argv = ["--json", "run", "--workspace", "w", "a.json", "--policy=p", "--record=r", "--strategy", "concurrent", "--dry-run"];
  expect(parseCommand([...argv, "--transaction", "shipped"])).toEqual({
    kind: "dry-run",
    file: "a.json",
    workspace: "w",
    policy: "p",
    record: "r",
    strategy: "concurrent",
    transaction: "shipped",
    json: true,
  });
});

test("help and version win", () => {
  expect(parseCommand(["run", "--help"])).toEqual({ kind: "help" });
  expect(parseCommand(["--version"])).toEqual({ kind: "version" });
});

test("help names every option", () => {
  for (const option of ["workspace", "policy", "record", "strategy", "transaction", "dry-run", "json", "help", "version"]) {
    expect(help).toContain(`--${option}`);
  }
});

describe("whatever is not documented is refused in one sentence", () => {
  test.each([
    [["start"], 'There is no command "start"; see --help.'],
    [["run"], "The command run needs a FILE; see --help."],
    [["run", ""], "The command run needs a FILE; see --help."],
    [["run", "a", "b"], "The command run takes one FILE; see --help."],
    [["--json"], "--json belongs to a command: npm start -- run FILE."],
    [["run", "a", "--color"], "Unknown option '--color'; see --help."],
    [["run", "a", "--record"], "Option '--record <value>' argument missing; see --help."],
    [["run", "a", "--record="], "--record needs a path."],
    [["run", "a", "--json=yes"], "Option '--json' does not take an argument; see --help."],
    [["run", "a", "--strategy", "random"], '--strategy is sequential or concurrent, not "random".'],
    [["run", "a", "--transaction", "other"], '--transaction is corrected or shipped, not "other".'],
  ])("%j", (argv, message) => {
    expect(() => parseCommand(argv)).toThrow(message);
  });
});
