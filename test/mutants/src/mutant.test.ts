import { expect, test } from "vitest";
import { type Mutant, mutate } from "./mutant.js";

const mutant: Mutant = { rule: "D1.error-cap", file: "a.ts", find: "100", replace: "$& 1000", why: "a group keeps more" };

test("changes the one place, and takes the replacement literally", () => {
  expect(mutate("const most = 100;\n", mutant)).toBe("const most = $& 1000;\n");
});

test.each([
  ["is gone", "const most = 99;", "0 times"],
  ["is there twice", "100 + 100", "2 times"],
])("says so where the place %s", (_, text, times) => {
  expect(() => mutate(text, mutant)).toThrow(`The mutant of D1.error-cap does not fit any more: what it changes occurs ${times} in a.ts.`);
});
