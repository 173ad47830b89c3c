import { expect, test } from "vitest";
import * as root from "./index.js";

test("the package exports these names and no other", () => {
  expect(Object.keys(root).sort()).toEqual([
    "InvalidPolicy",
    "PermissionPolicy",
    "defaultTools",
    "matchPattern",
    "parseProgram",
    "patternMatcher",
    "printable",
    "readOnlyPermissions",
    "safePermissions",
  ]);
});

test("its constants are deeply frozen", () => {
  expect(Object.isFrozen(root.defaultTools.bash?.aliases)).toBe(true);
  expect(Object.isFrozen(root.safePermissions.deny?.bash)).toBe(true);
});
