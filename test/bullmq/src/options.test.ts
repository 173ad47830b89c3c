import { expect, test } from "vitest";
import { readOptions } from "./options.js";

test("options have defaults, and nonsense is refused", () => {
  expect(readOptions([])).toMatchObject({ kills: 50, calls: 10_000, json: false });
  expect(readOptions(["--kills", "3", "--seed", "7", "--json"])).toEqual({ kills: 3, calls: 10_000, seed: 7, json: true });
  for (const nonsense of [["--kills", "0"], ["--kills", "many"], ["--seed", "-1"], ["--unknown"]])
    expect(() => readOptions(nonsense)).toThrow();
});
