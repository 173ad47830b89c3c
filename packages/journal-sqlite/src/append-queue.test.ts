import { JournalError } from "@acta/journal";
import { describe, expect, test } from "vitest";
import { AppendQueue } from "./append-queue.js";
import type { Append } from "./branch-state.js";
import type { Answer } from "./commit-group.js";

/** `rows` rows of `characters` each, named by `branchId`. */
const append = (branchId: string, rows = 1, characters = 4): Append => ({
  branchId,
  fence: undefined,
  drafts: Array.from({ length: rows }, (_, index) => ({
    entry: { id: `${index}`, kind: "note", at: 1, body: null },
    text: "x".repeat(characters),
  })),
});
const answered: Answer = { result: { kind: "appended", entries: [] } };
const busy = Object.assign(new Error("database is locked"), { errcode: 5 });
const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });

/** A queue over a commit that is written down, and that may throw. */
function queueOver(commit: (branches: readonly string[]) => void = () => {}, lockTimeoutMs = 60_000) {
  const groups: string[][] = [];
  const queue = new AppendQueue((group) => {
    const branches = group.map(({ branchId }) => branchId);
    groups.push(branches);
    commit(branches);
    return group.map(() => answered);
  }, lockTimeoutMs);
  const add = (...appends: readonly Append[]) => Promise.allSettled(appends.map((one) => queue.add(one)));
  return { queue, groups, add };
}
const outcomes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === "fulfilled" ? "stored" : result.reason.code));

describe("appends of one turn", () => {
  test("share one commit, in their order", async () => {
    const { add, groups } = queueOver();
    await add(append("a"), append("b"), append("a"));
    expect(groups).toEqual([["a", "b", "a"]]);
  });

  test("share it with what comes before the flush, not with what comes after", async () => {
    const { add, groups } = queueOver();
    const first = add(append("a"));
    await Promise.resolve();
    const second = add(append("b"));
    await Promise.all([first, second]);
    await add(append("c"));
    expect(groups).toEqual([["a", "b"], ["c"]]);
  });

  test("are at most 256 rows, and an append is never split", async () => {
    const { add, groups } = queueOver();
    await add(append("a", 200), append("b", 56), append("c", 1), append("d", 1_000), append("e", 1));
    expect(groups).toEqual([["a", "b"], ["c"], ["d"], ["e"]]);
  });

  test("are bounded in size too", async () => {
    const { add, groups } = queueOver();
    await add(append("a", 1, 3 * 1024 * 1024), append("b", 1, 2 * 1024 * 1024), append("c"));
    expect(groups).toEqual([["a"], ["b", "c"]]);
  });

  test("a refusal is one append's own", async () => {
    const refusal = new JournalError("unknown_matter", "nothing opened it");
    const queue = new AppendQueue((group) => group.map(({ branchId }) => (branchId === "bad" ? { refusal } : answered)), 0);
    const results = await Promise.allSettled(["a", "bad", "c"].map((branchId) => queue.add(append(branchId))));
    expect(outcomes(results)).toEqual(["stored", "unknown_matter", "stored"]);
  });
});

describe("a group that fails", () => {
  const failOn = (bad: string) => (branches: readonly string[]) => {
    if (branches.includes(bad)) throw full;
  };

  test("is tried append by append, and only the one that failed it fails", async () => {
    const { add, groups } = queueOver(failOn("bad"));
    expect(outcomes(await add(append("a"), append("bad"), append("c")))).toEqual(["stored", "disk_full", "stored"]);
    expect(groups).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
  });

  test("takes what is behind it on its branch along: nothing is stored without what came before it", async () => {
    const { add, groups } = queueOver(failOn("bad"));
    const results = await add(append("bad"), append("other"), append("bad"), append("other"));
    expect(outcomes(results)).toEqual(["disk_full", "stored", "disk_full", "stored"]);
    expect(groups).toEqual([["bad", "other", "bad", "other"], ["bad"], ["other"], ["other"]]);
    expect(results[2]).toMatchObject({ reason: { cause: { code: "disk_full", cause: full } } });
  });

  test("does not touch what is appended after the failure was answered", async () => {
    let left = 1;
    const { add } = queueOver(() => {
      if (left-- > 0) throw full;
    });
    expect(outcomes(await add(append("a")))).toEqual(["disk_full"]);
    expect(outcomes(await add(append("a")))).toEqual(["stored"]);
  });
});

describe("a locked file", () => {
  test("is tried again, in order, and lets timers and others run meanwhile", async () => {
    let tries = 0;
    const { add, groups } = queueOver(() => {
      if (tries++ < 3) throw busy;
    });
    expect(outcomes(await add(append("a"), append("b")))).toEqual(["stored", "stored"]);
    expect(groups).toEqual([
      ["a", "b"],
      ["a", "b"],
      ["a", "b"],
      ["a", "b"],
    ]);
  });

  test("fails what waited too long, with the code `locked`", async () => {
    const { add, queue } = queueOver(() => {
      throw busy;
    }, 0);
    expect(outcomes(await add(append("a"), append("b")))).toEqual(["locked", "locked"]);
    await expect(queue.drained()).resolves.toBeUndefined();
  });
});

test("drained waits for all that was added, and for nothing else", async () => {
  const { queue, groups } = queueOver();
  await queue.drained();
  const stored = queue.add(append("a"));
  await queue.drained();
  expect(groups).toEqual([["a"]]);
  await stored;
});
