import { expect, test } from "vitest";
import { readOptions } from "./options.js";

test("300 kills and 50 zombies over all stores, unless something else is said", () => {
  expect(readOptions([])).toMatchObject({ kills: 300, zombies: 50, store: undefined, json: false, seed: expect.any(Number) });
  expect(readOptions(["--kills", "20", "--zombies", "0", "--store", "sqlite", "--seed", "5", "--json"])).toEqual({
    kills: 20,
    zombies: 0,
    store: "sqlite",
    seed: 5,
    json: true,
  });
});

test.each([
  [["--kills", "many"], /--kills needs a whole number/],
  [["--kills=-1"], /--kills needs a whole number/],
  [["--seed", "1.5"], /--seed needs a whole number/],
  [["--store", "files"], /--store is sqlite or postgres/],
  [["--cells"], /Unknown option/],
])("%j is refused", (given, reason) => {
  expect(() => readOptions(given)).toThrow(reason);
});
