import { expect, test } from "vitest";
import { cases } from "./cases.js";
import { control } from "./control.js";
import { runScenario } from "./scenario-case.js";

test.each(cases)("$name", async (one) => {
  expect(await runScenario([one])).toEqual({ passed: 1, failures: [] });
});

test("every neutral package is in it", () => {
  const packages = new Set(cases.map(({ name }) => name.split(":")[0]));
  expect([...packages].sort()).toEqual(["actions", "batch", "branch", "event", "governance", "hooks", "journal", "messages"]);
});

test("what is wrong is reported, and what throws too", async () => {
  const throws = { ...control, name: "throws", actual: () => Promise.reject(new Error("x")) };
  expect(await runScenario([control, throws])).toEqual({
    passed: 0,
    failures: ["control: two and two: expected 5, found 4", "throws: expected 5, found Error: x"],
  });
});
