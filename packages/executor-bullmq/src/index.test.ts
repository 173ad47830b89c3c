import { expect, test } from "vitest";
import * as entry from "./index.js";

test("exports exactly this", () => {
  expect(Object.keys(entry).sort()).toEqual(["BullmqError", "RemoteError", "bullmqExecutor", "claimBranchOf", "runWorker"]);
});
