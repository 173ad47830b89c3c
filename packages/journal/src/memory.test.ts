import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf, entriesOf, entry, idsOf, opening, settling, stored } from "../test/entry.js";
import { memoryJournal } from "./memory.js";

describe("append", () => {
  test("stores in order, numbers from 1 per branch, and answers with what it stored", () => {
    const journal = memoryJournal();
    const result = journal.append("b", [entry("a", { at: 7, body: { x: 1 } }), entry("c")]);
    expect(result).toEqual({
      kind: "appended",
      entries: [
        { id: "a", kind: "note", at: 7, body: { x: 1 }, branchId: "b", sequence: 1 },
        { id: "c", kind: "note", at: 0, body: null, branchId: "b", sequence: 2 },
      ],
    });
    expect(entriesOf(journal.append("other", [entry("a")]))).toMatchObject([{ branchId: "other", sequence: 1 }]);
    expect(entriesOf(journal.append("b", [entry("d")]))).toMatchObject([{ sequence: 3 }]);
    expect(journal.read("b").entries.slice(0, 2)).toEqual(entriesOf(result));
  });

  test("nothing is fine", () => {
    const journal = memoryJournal();
    expect(journal.append("b", [])).toEqual({ kind: "appended", entries: [] });
    expect(stored(journal)).toEqual([]);
  });

  test("an entry is frozen, and not the object that was handed over", () => {
    const journal = memoryJournal();
    const given = { ...entry("a") };
    const [kept] = entriesOf(journal.append("b", [given]));
    given.kind = "other";
    expect(journal.read("b").entries).toMatchObject([{ kind: "note" }]);
    expect(Object.isFrozen(kept)).toBe(true);
  });

  test("an entry that changes between two reads settles what it said first, and nothing twice", () => {
    const journal = memoryJournal();
    journal.append("b", [opening("1", "m"), opening("2", "n"), settling("3", "m")]);
    const matters = ["n", "m"];
    const given = Object.defineProperty({ ...entry("4") }, "settles", { get: () => matters.shift() });
    expect(entriesOf(journal.append("b", [given]))).toMatchObject([{ settles: "n" }]);
    expect(journal.read("b").entries.filter(({ settles }) => settles === "m")).toHaveLength(1);
  });

  test("the page is a list of its own", () => {
    const journal = memoryJournal();
    journal.append("b", [entry("a")]);
    (journal.read("b").entries as unknown[]).length = 0;
    expect(stored(journal)).toEqual(["a"]);
  });
});

describe("a known id", () => {
  test("is not stored again: the answer is the stored entry", () => {
    const journal = memoryJournal();
    const first = entriesOf(journal.append("b", [entry("a", { body: 1 })]));
    const again = entriesOf(journal.append("b", [entry("a", { body: 2 }), entry("c")]));
    expect(again[0]).toBe(first[0]);
    expect(again[1]).toMatchObject({ id: "c", sequence: 2 });
    expect(stored(journal)).toEqual(["a", "c"]);
  });

  test("may open and settle again what it opened and settled", () => {
    const journal = memoryJournal();
    const entries = [opening("o", "m"), settling("s", "m")];
    const first = journal.append("b", entries);
    expect(journal.append("b", entries)).toEqual(first);
    expect(stored(journal)).toEqual(["o", "s"]);
  });

  test("twice in one append is one entry", () => {
    const journal = memoryJournal();
    const [first, second] = entriesOf(journal.append("b", [opening("o", "m"), opening("o", "m")]));
    expect(second).toBe(first);
    expect(entriesOf(journal.append("b", [settling("s", "m"), settling("s", "m")])).map(({ sequence }) => sequence)).toEqual([2, 2]);
    expect(stored(journal)).toEqual(["o", "s"]);
  });

  test("of another branch is another entry", () => {
    const journal = memoryJournal();
    journal.append("b", [opening("a", "m")]);
    expect(journal.append("c", [opening("a", "m")])).toMatchObject({ kind: "appended", entries: [{ branchId: "c", sequence: 1 }] });
  });
});

describe("matters", () => {
  test("are settled once, whoever tries", () => {
    const journal = memoryJournal();
    journal.append("b", [opening("o", "m")]);
    const [by] = entriesOf(journal.append("b", [settling("first", "m")]));
    expect(journal.append("b", [settling("second", "m")])).toEqual({ kind: "settled_already", by });
    expect(stored(journal)).toEqual(["o", "first"]);
  });

  test("may be opened and settled in one append", () => {
    const journal = memoryJournal();
    expect(journal.append("b", [opening("o", "m"), settling("s", "m")])).toMatchObject({ kind: "appended" });
    expect(journal.unsettled().entries).toEqual([]);
  });

  test("may be opened by an entry that settles another", () => {
    const journal = memoryJournal();
    journal.append("b", [opening("o", "m"), entry("both", { settles: "m", opens: "n" })]);
    expect(idsOf(journal.unsettled())).toEqual(["both"]);
  });

  test("belong to a branch", () => {
    const journal = memoryJournal();
    journal.append("b", [opening("o", "m")]);
    expect(codeOf(() => journal.append("c", [settling("s", "m")]))).toBe("unknown_matter");
    expect(journal.append("c", [opening("o", "m"), settling("s", "m")])).toMatchObject({ kind: "appended" });
    expect(idsOf(journal.unsettled())).toEqual(["o"]);
  });

  test.each([
    ["settles what nothing opened", [settling("s", "x")], "unknown_matter"],
    ["settles what is opened after it", [settling("s", "x"), opening("o", "x")], "unknown_matter"],
    ["settles what it opens itself", [entry("s", { opens: "x", settles: "x" })], "unknown_matter"],
    ["opens what is open", [opening("o", "open")], "matter_taken"],
    ["opens what was settled", [opening("o", "settled")], "matter_taken"],
    ["opens one matter twice", [opening("o", "x"), opening("p", "x")], "matter_taken"],
    ["settles one matter twice", [settling("s", "open"), settling("t", "open")], "invalid_entry"],
    ["has no id", [entry("")], "invalid_entry"],
    ["has an id that is no text", [entry(1 as never)], "invalid_entry"],
  ] as const)("an append that %s is refused whole", (_, entries, code) => {
    const journal = memoryJournal();
    journal.append("b", [opening("1", "open"), opening("2", "settled"), settling("3", "settled")]);
    expect(codeOf(() => journal.append("b", [opening("before", "y"), ...entries, entry("after")]))).toBe(code);
    expect(stored(journal)).toEqual(["1", "2", "3"]);
    expect(idsOf(journal.unsettled())).toEqual(["1"]);
    expect(journal.append("b", [opening("before", "y")])).toMatchObject({ entries: [{ sequence: 4 }] });
  });

  test("an append that comes second to settle stores nothing", () => {
    const journal = memoryJournal();
    journal.append("b", [opening("o", "m"), settling("s", "m")]);
    expect(journal.append("b", [opening("p", "n"), settling("t", "m")])).toMatchObject({ kind: "settled_already", by: { id: "s" } });
    expect(stored(journal)).toEqual(["o", "s"]);
    expect(journal.append("b", [opening("p", "n")])).toMatchObject({ kind: "appended" });
  });
});

describe("close", () => {
  test("refuses every append after it, and may be called twice", () => {
    const journal = memoryJournal();
    journal.append("b", [entry("a")]);
    journal.close();
    journal.close();
    expect(codeOf(() => journal.append("b", [entry("c")]))).toBe("closed");
    expect(codeOf(() => journal.append("b", [entry("a")]))).toBe("closed");
    expect(stored(journal)).toEqual(["a"]);
  });

  test("the journal lives no longer than the process, and in it alone", () => {
    expect(memoryJournal().capabilities).toEqual({ durable: false, shared: false });
  });
});

describe("any history of appends", () => {
  const matter = fc.constantFrom("m", "n", "o");
  const someEntry = fc
    .record({ id: fc.nat(12).map(String), opens: fc.option(matter, { nil: undefined }), settles: fc.option(matter, { nil: undefined }) })
    .map(({ id, opens, settles }) => entry(id, { opens, settles }));

  test("leaves no gap, no id twice, no matter settled twice or without an opening", () =>
    fc.assert(
      fc.property(fc.array(fc.array(someEntry, { maxLength: 4 }), { maxLength: 12 }), (appends) => {
        const journal = memoryJournal();
        for (const entries of appends) {
          const before = stored(journal);
          const refused = codeOf(() => journal.append("b", entries)) !== undefined;
          const after = stored(journal);
          expect(after.slice(0, before.length)).toEqual(before);
          if (refused) expect(after).toEqual(before);
        }
        const { entries } = journal.read("b");
        expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
        const open = new Map<string, string>();
        const opened = new Set<string>();
        for (const { id, opens, settles } of entries) {
          if (settles !== undefined) expect(open.delete(settles)).toBe(true);
          if (opens === undefined) continue;
          expect(opened.has(opens)).toBe(false);
          opened.add(opens);
          open.set(opens, id);
        }
        expect(idsOf(journal.unsettled())).toEqual([...open.values()]);
      }),
    ));
});
