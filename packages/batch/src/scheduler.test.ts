import { expect, test } from "vitest";
import * as batch from "./index.js";
import * as exported from "./scheduler.js";

test("the subpath exports this and nothing else", () => {
  expect(Object.keys(exported).sort()).toEqual(["InvalidOptions", "Scheduler"]);
  expect(exported.InvalidOptions).toBe(batch.InvalidOptions);
});
