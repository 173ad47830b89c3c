import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entry, idsOf, opening, settling } from "../test/entry.js";
import type { Page } from "./entry.js";
import { memoryJournal } from "./memory.js";

describe("read", () => {
  const journal = memoryJournal();
  journal.append(
    "b",
    Array.from({ length: 10 }, (_, index) => entry(String(index + 1), { kind: index % 3 === 0 ? "third" : "note" })),
  );

  test("an unknown branch is empty", () => {
    expect(journal.read("nobody")).toEqual({ entries: [], next: null });
  });

  test.each([
    [{}, "1 2 3 4 5 6 7 8 9 10", null],
    [{ after: 8 }, "9 10", null],
    [{ after: 10 }, "", null],
    [{ after: 99 }, "", null],
    [{ limit: 3 }, "1 2 3", 3],
    [{ after: 3, limit: 3 }, "4 5 6", 6],
    [{ after: 7, limit: 3 }, "8 9 10", null],
    [{ kinds: ["third"] }, "1 4 7 10", null],
    [{ kinds: ["third"], limit: 2 }, "1 4", 4],
    [{ kinds: ["third", "note"], limit: 2 }, "1 2", 2],
    [{ kinds: [] }, "", null],
    [{ kinds: ["nothing"], limit: 1 }, "", null],
  ])("%o", (options, ids, next) => {
    const page = journal.read("b", options);
    expect(idsOf(page).join(" ")).toBe(ids);
    expect(page.next).toBe(next);
  });

  test("has pages of a thousand", () => {
    const long = memoryJournal();
    long.append(
      "b",
      Array.from({ length: 1_001 }, (_, index) => entry(String(index))),
    );
    expect(long.read("b").entries).toHaveLength(1_000);
    expect(long.read("b")).toHaveProperty("next", 1_000);
    expect(idsOf(long.read("b", { after: 1_000 }))).toEqual(["1000"]);
  });

  test("pages together are the whole, whatever their size and kinds", () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.subarray(["third", "note"]), (limit, kinds) => {
        const seen: string[] = [];
        for (let after: number | null = 0; after !== null; ) {
          const page: Page = journal.read("b", { after, limit, kinds });
          seen.push(...idsOf(page));
          after = page.next;
        }
        expect(seen).toEqual(idsOf(journal.read("b", { kinds })));
      }),
    ));
});

describe("unsettled", () => {
  const filled = () => {
    const journal = memoryJournal();
    journal.append("b", [opening("1", "m1", { kind: "call" }), opening("2", "m2", { kind: "approval" })]);
    journal.append("c", [opening("3", "m1", { kind: "call" })]);
    journal.append("b", [opening("4", "m4", { kind: "call" }), settling("x", "m2"), opening("5", "m5", { kind: "call" })]);
    return journal;
  };

  test.each([
    [{}, "1 3 4 5"],
    [{ branchId: "b" }, "1 4 5"],
    [{ branchId: "c" }, "3"],
    [{ branchId: "nobody" }, ""],
    [{ kind: "call" }, "1 3 4 5"],
    [{ kind: "approval" }, ""],
    [{ branchId: "b", kind: "call" }, "1 4 5"],
  ])("%o: what is open, oldest first", (options, ids) => {
    expect(filled().unsettled(options)).toMatchObject({ next: null });
    expect(idsOf(filled().unsettled(options)).join(" ")).toBe(ids);
  });

  test.each([1, 2, 3, 4])("pages of %d together are the whole", (limit) => {
    const journal = filled();
    const seen: string[] = [];
    let pages = 0;
    for (let after: number | null = 0; after !== null; pages++) {
      const page: Page = journal.unsettled({ after, limit });
      expect(page.entries.length).toBeLessThanOrEqual(limit);
      seen.push(...idsOf(page));
      after = page.next;
    }
    expect(seen).toEqual(["1", "3", "4", "5"]);
    expect(pages).toBe(Math.ceil(4 / limit));
  });

  test("a page is not disturbed by what is settled or opened meanwhile", () => {
    const journal = filled();
    const first = journal.unsettled({ limit: 2 });
    journal.append("b", [settling("s1", "m1"), settling("s4", "m4"), opening("6", "m6")]);
    expect(idsOf(first)).toEqual(["1", "3"]);
    expect(idsOf(journal.unsettled({ after: first.next ?? 0, limit: 9 }))).toEqual(["5", "6"]);
  });
});
