import { createCallContext } from "@acta/governance";
import { expect, test } from "vitest";
import type { MatchText } from "./match-text.js";
import { inOrder, RuleTable } from "./rule-table.js";
import { Text } from "./text.js";

const text = (exact: string, ...wide: string[]): MatchText => ({
  readable: true,
  exact: new Text(exact),
  wide: wide.map((each) => new Text(each)),
});
const unreadable: MatchText = { readable: false, problem: "No text." };
const widen = (name: string) => name.toLowerCase();
function ids(table: RuleTable, tool: string, seen: MatchText) {
  const subject = { call: createCallContext({ function: tool, arguments: {} }), text: seen };
  const holding = Array.from(inOrder(table.candidates(tool))).filter((compiled) => compiled.holds(subject));
  return holding.map(({ rule }) => rule.id);
}

test("a table that widens tries its exact key, other keys of the tool, then *", () => {
  const table = new RuleTable("deny", { "*": ["*"], Run: ["a"], run: ["a", "b*"], RUN: ["A"] }, { widen });
  expect(ids(table, "run", text("a"))).toEqual(["deny.run[0]", "deny.RUN[0]", "deny.Run[0]", "deny.*[0]"]);
  expect(ids(table, "Run", text("bc"))).toEqual(["deny.run[1]", "deny.*[0]"]);
});

test("a table that does not widen has exact keys, and sees the exact text only", () => {
  const table = new RuleTable("allow", { run: ["a"], Run: ["*"] });
  expect(ids(table, "run", text("a"))).toEqual(["allow.run[0]"]);
  expect(ids(table, "run", text("b", "a"))).toEqual([]);
  expect(ids(new RuleTable("deny", { run: ["a"] }, { widen }), "run", text("b", "c", "a"))).toEqual(["deny.run[0]"]);
});

test("an unreadable text matches every rule of a table that widens, and none of another", () => {
  expect(ids(new RuleTable("deny", { run: ["a", "*"] }, { widen }), "run", unreadable)).toEqual(["deny.run[0]", "deny.run[1]"]);
  expect(ids(new RuleTable("allow", { run: ["a", "*"] }), "run", unreadable)).toEqual([]);
});

test("a tool that is called * has the rules of * once", () => {
  expect(ids(new RuleTable("deny", { "*": ["*"] }, { widen }), "*", text(""))).toEqual(["deny.*[0]"]);
});
