import type { NewEntry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { expect, test, vi } from "vitest";
import { heldJournal } from "./wrap-journal.js";

const entry = (id: string, kind: string): NewEntry => ({ id, kind, at: 0, body: null });

function setUp(when: "before" | "after", nth?: number) {
  const journal = memoryJournal();
  const hold = vi.fn(() => new Promise<never>(() => {}));
  const held = heldJournal(journal, { kind: "end", when, nth }, hold);
  const append = (id: string, kind: string) => held.append("b", [entry(id, kind)]);
  return { append, hold, ids: () => journal.read("b").entries.map(({ id }) => id) };
}

test("before: what came earlier is stored, the entry and what comes later is not, and the process is held", async () => {
  const { append, hold, ids } = setUp("before");
  const first = append("1", "start");
  void append("2", "end");
  await first;
  void append("3", "start");
  await vi.waitFor(() => expect(hold).toHaveBeenCalledTimes(1));
  expect(ids()).toEqual(["1"]);
});

test("after: it is stored, and nobody is told", async () => {
  const { append, hold, ids } = setUp("after");
  const answered = vi.fn();
  void Promise.resolve(append("1", "end")).then(answered);
  await vi.waitFor(() => expect(hold).toHaveBeenCalledTimes(1));
  expect(ids()).toEqual(["1"]);
  expect(answered).not.toHaveBeenCalled();
});

test("the second of its kind", async () => {
  const { append, hold, ids } = setUp("before", 2);
  await append("1", "end");
  expect(hold).not.toHaveBeenCalled();
  void append("2", "end");
  await vi.waitFor(() => expect(hold).toHaveBeenCalledTimes(1));
  expect(ids()).toEqual(["1"]);
});
