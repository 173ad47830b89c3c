import type { NewEntry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test } from "vitest";
import { recordedPlace, runBegun } from "./run-place.js";

/** The place that a record says whose branch began so. */
function placeAfter(first: NewEntry) {
  const journal = memoryJournal();
  journal.append("b", [first]);
  return recordedPlace(journal, "b");
}

describe("the place of a run", () => {
  test.each([
    { workspace: "/w", logRoot: ["project", "a"] },
    { workspace: "/", logRoot: [] },
    { workspace: "/w", logRoot: null },
  ])("is read as it was recorded: %j", async (place) => {
    expect(await placeAfter(runBegun(place, 1))).toEqual(place);
  });

  test.each([
    null,
    "/w",
    1,
    true,
    [],
    ["/w"],
    {},
    { workspace: "/w" },
    { logRoot: null },
    { workspace: null, logRoot: null },
    { workspace: "w", logRoot: null },
    { workspace: "", logRoot: null },
    { workspace: ["/w"], logRoot: null },
    { workspace: "/w", logRoot: "project" },
    { workspace: "/w", logRoot: {} },
  ])("is not known where the record says %j", async (body) => {
    expect(await placeAfter({ ...runBegun({ workspace: "/w", logRoot: null }, 1), body })).toBeNull();
  });

  test("is not known of a branch that began otherwise, or that there is not", async () => {
    expect(await placeAfter({ ...runBegun({ workspace: "/w", logRoot: null }, 1), kind: "other" })).toBeNull();
    expect(await recordedPlace(memoryJournal(), "b")).toBeNull();
  });
});
