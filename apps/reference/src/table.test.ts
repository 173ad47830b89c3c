import { expect, test } from "vitest";
import type { CallRow } from "./call-row.js";
import { table } from "./table.js";

const row = (more: Partial<CallRow>): CallRow => ({
  callId: "c",
  requestId: "r",
  correlationId: null,
  function: "Read",
  arguments: {},
  decision: null,
  outcome: null,
  output: null,
  durationMs: 0,
  ...more,
});
const succeeded = { kind: "succeeded", executed: "yes" } as const;
const output = (more: object = {}) => ({ write: () => {}, ...more });

test("a line for each call, in columns", () => {
  const rows = [
    row({
      arguments: { file_path: "a.txt" },
      decision: { kind: "allow", rule: "allow.Read[0]" },
      outcome: succeeded,
      output: "one\ntwo",
      durationMs: 2.4,
    }),
    row({
      function: "Bash",
      arguments: { command: "ls" },
      outcome: { kind: "denied", executed: "no", error: { code: "gate_denied", message: "no" } },
    }),
    row({ function: "Note", arguments: "text", outcome: succeeded, durationMs: 0.2 }),
    row({ function: "Lost" }),
  ];
  expect(table(rows, output()).split("\n")).toEqual([
    "#  tool  call   decision  rule           outcome     time  result",
    "1  Read  a.txt  allow     allow.Read[0]  succeeded   2 ms  one two",
    "2  Bash  ls     -         -              denied         -  no",
    "3  Note  text   -         -              succeeded  <1 ms  null",
    "4  Lost  {}     -         -              -              -",
    "",
  ]);
});

test("hostile names, arguments, rules and results are cut and cannot steer a terminal", () => {
  const hostile = `\u001b[2J\u202e\r\n${"x".repeat(100_000)}`;
  const rows = [
    row({
      function: hostile,
      arguments: { command: hostile },
      decision: { kind: "allow", rule: hostile },
      outcome: succeeded,
      output: hostile,
    }),
  ];
  const text = table(rows, output({ columns: 120 }));
  for (const character of ["\u001b", "\u202e", "\r"]) expect(text).not.toContain(character);
  expect(text.split("\n")).toHaveLength(3);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(150);
});

test("a terminal gets colours, anything else does not", () => {
  expect(table([row({ outcome: succeeded })], output({ isTTY: true }))).toContain("\u001b[32msucceeded\u001b[39m");
  expect(table([row({ outcome: succeeded })], output())).not.toContain("\u001b");
});

test("there may be any number of calls", () => {
  const rows = Array.from({ length: 130_000 }, () => row({}));
  expect(table(rows, output())).toMatch(/^130000 {2}Read/m);
});
