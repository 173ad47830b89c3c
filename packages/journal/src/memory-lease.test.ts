import { describe, expect, test } from "vitest";
import { Clock } from "../test/clock.js";
import { entry, stored } from "../test/entry.js";
import { memoryJournal } from "./memory.js";

describe("acquire", () => {
  const shared = () => {
    const clock = new Clock();
    const journal = memoryJournal({ monotonic: clock.monotonic });
    const acquire = (owner: string) => journal.acquire("b", { owner, ttlMs: 100 });
    return { clock, journal, acquire };
  };

  test("one owner holds a branch until its time is over", () => {
    const { clock, acquire } = shared();
    expect(acquire("first")).toMatchObject({ fence: 1 });
    clock.advance(99);
    expect(acquire("second")).toBeNull();
    clock.advance(1);
    expect(acquire("second")).toMatchObject({ fence: 2 });
    expect(acquire("first")).toBeNull();
  });

  test("branches are held apart", () => {
    const { journal, acquire } = shared();
    acquire("first");
    expect(journal.acquire("c", { owner: "second", ttlMs: 1 })).toMatchObject({ fence: 1 });
  });

  test("renewing prolongs, from now", () => {
    const { clock, acquire } = shared();
    const lease = acquire("first");
    clock.advance(60);
    expect(lease?.renew()).toBe(true);
    clock.advance(60);
    expect(acquire("second")).toBeNull();
    clock.advance(40);
    expect(acquire("second")).not.toBeNull();
  });

  test("a lease that ran out cannot be renewed, even if nobody took it", () => {
    const { clock, acquire } = shared();
    const lease = acquire("first");
    clock.advance(100);
    expect(lease?.renew()).toBe(false);
    expect(acquire("second")).not.toBeNull();
  });

  test("a lost lease can neither renew nor release the new one", () => {
    const { clock, acquire } = shared();
    const lost = acquire("first");
    clock.advance(100);
    acquire("second");
    expect(lost?.renew()).toBe(false);
    void lost?.release();
    expect(acquire("first")).toBeNull();
  });

  test("releasing lets the next one in, at once, and may be done twice", () => {
    const { acquire } = shared();
    const lease = acquire("first");
    void lease?.release();
    void lease?.release();
    expect(lease?.renew()).toBe(false);
    expect(acquire("second")).toMatchObject({ fence: 2 });
  });

  test("its owner may take it again, which replaces the lease before", () => {
    const { acquire } = shared();
    const first = acquire("first");
    const second = acquire("first");
    expect(second).toMatchObject({ fence: 2 });
    expect(first?.renew()).toBe(false);
    expect(second?.renew()).toBe(true);
  });

  test("an append with a fence that is no longer the newest stores nothing", () => {
    const { clock, journal, acquire } = shared();
    expect(journal.append("b", [entry("a")], { fence: acquire("first")?.fence })).toMatchObject({ kind: "appended" });
    clock.advance(100);
    expect(journal.append("b", [entry("late but first")], { fence: 1 })).toMatchObject({ kind: "appended" });
    acquire("second");
    expect(journal.append("b", [entry("c")], { fence: 1 })).toEqual({ kind: "fenced", fence: 2 });
    expect(journal.append("b", [entry("d")], { fence: 2 })).toMatchObject({ kind: "appended" });
    expect(journal.append("b", [entry("e")])).toMatchObject({ kind: "appended" });
    expect(stored(journal)).toEqual(["a", "late but first", "d", "e"]);
  });

  test("uses the clock of the system by default", () => {
    const journal = memoryJournal();
    expect(journal.acquire("b", { owner: "first", ttlMs: 60_000 })).toMatchObject({ fence: 1 });
    expect(journal.acquire("b", { owner: "second", ttlMs: 60_000 })).toBeNull();
  });
});
