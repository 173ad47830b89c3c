import { expect, test } from "vitest";
import { pathNames, startsWithNames } from "./path-names.js";

test("names are what is left of a path without dots and doubled slashes", () => {
  expect(pathNames("/a//b/./c/")).toEqual(["a", "b", "c"]);
  expect(pathNames("a/../b")).toEqual(["b"]);
  expect(pathNames("")).toEqual([]);
});

test("a relative path may not climb above its start; an absolute one stays at the root", () => {
  expect(pathNames("../a")).toBeNull();
  expect(pathNames("a/../../b")).toBeNull();
  expect(pathNames("/../../a")).toEqual(["a"]);
});

test("whole names count, not the letters they begin with", () => {
  expect(startsWithNames(["project", "a"], ["project"])).toBe(true);
  expect(startsWithNames(["project"], ["project"])).toBe(true);
  expect(startsWithNames(["project-2", "a"], ["project"])).toBe(false);
  expect(startsWithNames(["pro"], ["pro", "ject"])).toBe(false);
});
