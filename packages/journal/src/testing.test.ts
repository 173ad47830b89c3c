import { describe, expect, test, vi } from "vitest";
import { entry, opening } from "../test/entry.js";
import { JournalError } from "./journal-error.js";
import { memoryJournal } from "./memory.js";
import { type Fault, faultyJournal, InjectedFault } from "./testing.js";

/** A journal whose appends meet these faults in turn, and the one behind it. */
function faulty(...faults: readonly (Fault | undefined)[]) {
  const inner = memoryJournal();
  const plan = vi.fn((append: number) => faults[append - 1]);
  return { inner, plan, journal: faultyJournal(inner, plan) };
}

describe("faultyJournal", () => {
  test("asks the plan about every append, counted from 1", () => {
    const { journal, plan } = faulty();
    const entries = [entry("a")];
    void journal.append("b", entries);
    void journal.append("b", []);
    expect(plan.mock.calls).toEqual([
      [1, entries],
      [2, []],
    ]);
  });

  test("without a fault it is the journal itself, and answers as it does", () => {
    const { journal, inner } = faulty();
    expect(journal.append("b", [opening("a", "m")])).toMatchObject({ kind: "appended" });
    expect(journal.read("b", { after: 0 })).toEqual(inner.read("b"));
    expect(journal.unsettled({ branchId: "c" })).toMatchObject({ entries: [] });
    expect(journal.unsettled()).toMatchObject({ entries: [{ id: "a" }] });
    expect(journal.acquire("b", { owner: "first", ttlMs: 60_000 })).toMatchObject({ fence: 1 });
    expect(inner.acquire("b", { owner: "second", ttlMs: 1 })).toBeNull();
    expect(journal.append("b", [entry("c")], { fence: 0 })).toEqual({ kind: "fenced", fence: 1 });
    expect(journal.capabilities).toBe(inner.capabilities);
    void journal.close();
    expect(() => journal.append("b", [entry("d")])).toThrow(JournalError);
  });

  test("fail stores nothing and throws", () => {
    const { journal, inner } = faulty("fail");
    expect(() => journal.append("b", [entry("a")])).toThrow(InjectedFault);
    expect(inner.read("b").entries).toEqual([]);
    expect(journal.append("b", [entry("a")])).toMatchObject({ kind: "appended" });
  });

  test("lose_answer stores and throws, and the same append again finds it stored", async () => {
    const { journal, inner } = faulty("lose_answer");
    await expect(journal.append("b", [entry("a")])).rejects.toMatchObject({ code: "injected_fault" });
    expect(inner.read("b").entries).toMatchObject([{ id: "a", sequence: 1 }]);
    expect(journal.append("b", [entry("a")])).toMatchObject({ kind: "appended", entries: [{ sequence: 1 }] });
    expect(inner.read("b").entries).toHaveLength(1);
  });

  test("hang stores nothing and never answers", async () => {
    const { journal, inner } = faulty("hang");
    const answered = vi.fn();
    const answer = Promise.resolve(journal.append("b", [entry("a")])).then(answered, answered);
    await Promise.race([answer, new Promise((resolve) => setImmediate(resolve))]);
    expect(answered).not.toHaveBeenCalled();
    expect(inner.read("b").entries).toEqual([]);
  });

  test("a fault is no JournalError: nobody knows whether the entries are stored", () => {
    expect(JournalError.isInstance(new InjectedFault("x"))).toBe(false);
  });
});
