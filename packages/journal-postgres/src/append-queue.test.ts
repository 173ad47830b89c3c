import { type AppendResult, type Entry, JournalError } from "@acta/journal";
import { describe, expect, test } from "vitest";
import { AppendQueue } from "./append-queue.js";
import { type Draft, draftOf } from "./draft.js";

const draft = (id: string) => draftOf({ id, kind: "k", at: 0, body: null });

/** Stores in memory; `refuse` and `fail` name ids. */
class ScriptedStore {
  readonly trips: string[] = [];
  readonly refuse = new Set<string>();
  readonly fail = new Set<string>();
  #sequence = 0;

  async append(branchId: string, drafts: readonly Draft[], fence?: number): Promise<AppendResult> {
    const entries = await this.insert(branchId, drafts, fence);
    if (!entries) throw new JournalError("matter_taken", "refused");
    return { kind: "appended", entries };
  }

  async insert(branchId: string, drafts: readonly Draft[], fence?: number): Promise<readonly Entry[] | undefined> {
    const ids = drafts.map(({ entry }) => entry.id);
    this.trips.push(`${branchId} ${ids.join(",")}${fence === undefined ? "" : ` fence ${fence}`}`);
    if (ids.some((id) => this.refuse.has(id))) return undefined;
    if (ids.some((id) => this.fail.has(id))) throw new Error("connection lost");
    return drafts.map(({ entry }) => ({ ...entry, branchId, sequence: ++this.#sequence }));
  }
}

const outcomes = async (appends: readonly Promise<AppendResult>[]) =>
  (await Promise.allSettled(appends)).map((ended) =>
    ended.status === "rejected"
      ? ended.reason.message
      : ended.value.kind === "appended" && ended.value.entries.map(({ id, sequence }) => `${id}=${sequence}`).join(","),
  );

describe("the queue of appends", () => {
  test("what is appended in one go shares a round trip, in order, and each gets its own entries", async () => {
    const store = new ScriptedStore();
    const queue = new AppendQueue(store);
    const appends = [[draft("a"), draft("b")], [draft("c")], [], [draft("d")]].map((drafts) => queue.add("x", drafts, undefined));
    expect(await outcomes(appends)).toEqual(["a=1,b=2", "c=3", "", "d=4"]);
    expect(store.trips).toEqual(["x a,b,c,d"]);
  });

  test("branches do not wait for each other", async () => {
    const store = new ScriptedStore();
    const queue = new AppendQueue(store);
    await Promise.all([queue.add("x", [draft("a")], undefined), queue.add("y", [draft("b")], undefined)]);
    expect(store.trips).toEqual(["x a", "y b"]);
  });

  test("appends with different fences are kept apart", async () => {
    const store = new ScriptedStore();
    const queue = new AppendQueue(store);
    await Promise.all([queue.add("x", [draft("a")], 1), queue.add("x", [draft("b")], 1), queue.add("x", [draft("c")], 2)]);
    expect(store.trips).toEqual(["x a,b fence 1", "x c fence 2"]);
  });

  test("no round trip grows without bound, and no append is split", async () => {
    const store = new ScriptedStore();
    const queue = new AppendQueue(store);
    const many = (count: number) =>
      queue.add(
        "x",
        Array.from({ length: count }, (_, index) => draft(`${index}`)),
        undefined,
      );
    await Promise.all([many(200), many(56), many(1), many(300), many(1)]);
    expect(store.trips.map((trip) => trip.split(",").length)).toEqual([256, 1, 300, 1]);
  });

  test("one that is refused does not fail its neighbours", async () => {
    const store = new ScriptedStore();
    store.refuse.add("b");
    const queue = new AppendQueue(store);
    expect(await outcomes(["a", "b", "c"].map((id) => queue.add("x", [draft(id)], undefined)))).toEqual(["a=1", "refused", "c=2"]);
    expect(store.trips).toEqual(["x a,b,c", "x a", "x b", "x c"]);
  });

  test("what waits behind an append that may be lost is not tried; what comes later is", async () => {
    const store = new ScriptedStore();
    store.fail.add("b");
    const queue = new AppendQueue(store);
    const waiting = [undefined, undefined, 1].map((fence, index) => queue.add("x", [draft("abc"[index] ?? "")], fence));
    expect(await outcomes(waiting)).toEqual(["connection lost", "connection lost", "connection lost"]);
    store.fail.clear();
    expect(await outcomes([queue.add("x", [draft("b")], undefined)])).toEqual(["b=1"]);
    expect(store.trips).toEqual(["x a,b", "x b"]);
  });

  test("what was answered before the loss stays answered", async () => {
    const store = new ScriptedStore();
    store.refuse.add("b");
    store.fail.add("c");
    const queue = new AppendQueue(store);
    const appends = ["a", "b", "c", "d"].map((id) => queue.add("x", [draft(id)], undefined));
    expect(await outcomes(appends)).toEqual(["a=1", "refused", "connection lost", "connection lost"]);
    expect(store.trips).toEqual(["x a,b,c,d", "x a", "x b", "x c"]);
  });
});
