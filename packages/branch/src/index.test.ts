import { expect, test } from "vitest";
import * as branch from "./index.js";

test("exports its public names and nothing else", () => {
  expect(Object.keys(branch).sort()).toEqual([
    "ActFailed",
    "Branch",
    "BranchError",
    "BranchViews",
    "RecordLost",
    "Session",
    "SessionObserver",
    "corrected",
    "recover",
  ]);
});
