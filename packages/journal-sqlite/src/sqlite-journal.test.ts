import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@acta/journal";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { countingDatabase } from "../test/counting-database.js";
import { databases, entry } from "../test/databases.js";
import { sqliteJournal } from "./sqlite-journal.js";

const { newPath, onDatabase, remove } = databases();
afterAll(remove);
const codeOf = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
  return undefined;
};

describe("settings", () => {
  test("without a word, an answered append survives a loss of power", async () => {
    const { ask, end } = onDatabase();
    expect([ask("PRAGMA journal_mode"), ask("PRAGMA synchronous")]).toEqual(["wal", 2]);
    await end();
  });

  test("NORMAL is an option", async () => {
    const { ask, end } = onDatabase({ synchronous: "NORMAL" });
    expect([ask("PRAGMA journal_mode"), ask("PRAGMA synchronous")]).toEqual(["wal", 1]);
    await end();
  });

  test("SQLite never waits by blocking the event loop", async () => {
    const { ask, end } = onDatabase();
    expect(ask("PRAGMA busy_timeout")).toBe(1);
    await end();
  });

  test("a file that has no write-ahead log is refused", () => {
    const database = new DatabaseSync(":memory:");
    expect(codeOf(() => sqliteJournal({ database }))).toBe("wal_unavailable");
    database.close();
  });
});

describe("concurrent appends", () => {
  test("share one transaction", async () => {
    const raw = new DatabaseSync(newPath());
    const { database, take } = countingDatabase(raw);
    const journal = sqliteJournal({ database });
    take();
    await Promise.all(Array.from({ length: 100 }, (_, index) => journal.append(`b${index % 4}`, [entry(`e${index}`)])));
    const done = take();
    expect(done.filter((sql) => sql.startsWith("BEGIN"))).toEqual(["BEGIN IMMEDIATE"]);
    expect(done.filter((sql) => sql === "COMMIT")).toHaveLength(1);
    await journal.close();
    raw.close();
  });
});

describe("a file that another connection holds", () => {
  test("is waited for, while the event loop runs", async () => {
    const { path, journal, end } = onDatabase();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    let answered = false;
    const stored = (async () => {
      const result = await journal.append("b", [entry("e1")]);
      answered = true;
      return result;
    })();
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    expect(await journal.read("b")).toEqual({ entries: [], next: null });
    other.exec("ROLLBACK");
    expect(await stored).toMatchObject({ kind: "appended" });
    other.close();
    await end();
  });

  test("fails an append that waited for `lockTimeoutMs`, and a lease too", async () => {
    const { path, journal, end } = onDatabase({ lockTimeoutMs: 0 });
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(journal.append("b", [entry("e1")])).rejects.toMatchObject({ code: "locked" });
    await expect(journal.acquire("b", { owner: "p", ttlMs: 1 })).rejects.toMatchObject({ code: "locked" });
    other.exec("ROLLBACK");
    expect(await journal.append("b", [entry("e1")])).toMatchObject({ kind: "appended" });
    other.close();
    await end();
  });

  test("can be opened: it is set up when it is free", async () => {
    const path = newPath();
    const other = new DatabaseSync(path);
    other.exec("BEGIN EXCLUSIVE");
    const journal = sqliteJournal({ path });
    const stored = journal.append("b", [entry("e1")]);
    await new Promise((resolve) => setImmediate(resolve));
    other.exec("ROLLBACK");
    expect(await stored).toMatchObject({ kind: "appended" });
    await journal.close();
    other.close();
  });
});

describe("a full disk", () => {
  test("stores nothing of what does not fit, spares the neighbours, and takes the same ids when there is room", async () => {
    const { database, journal, ask, end } = onDatabase();
    database.exec(`PRAGMA max_page_count = ${Number(ask("PRAGMA page_count")) + 10}`);
    const large = [entry("small"), entry("large", "x".repeat(100_000))];
    const results = await Promise.allSettled([
      journal.append("x", [entry("e1")]),
      journal.append("y", large),
      journal.append("z", [entry("e1")]),
      journal.append("y", [entry("e2")]),
    ]);
    expect(results.map((result) => (result.status === "fulfilled" ? result.value.kind : result.reason.code))).toEqual([
      "appended",
      "disk_full",
      "appended",
      "disk_full",
    ]);
    expect((await journal.read("y")).entries).toEqual([]);
    database.exec("PRAGMA max_page_count = 1000000");
    expect(await journal.append("y", large)).toMatchObject({ kind: "appended", entries: [{ sequence: 1 }, { sequence: 2 }] });
    expect(ask("PRAGMA integrity_check")).toBe("ok");
    await end();
  });
});

describe("a read-only file", () => {
  test("can be read, and an append says why it cannot be stored", async () => {
    const { path, journal, end } = onDatabase();
    await journal.append("b", [entry("e1")]);
    const database = new DatabaseSync(path, { readOnly: true });
    const reader = sqliteJournal({ database });
    expect((await reader.read("b")).entries.map(({ id }) => id)).toEqual(["e1"]);
    await expect(reader.append("b", [entry("e2")])).rejects.toMatchObject({ code: "read_only" });
    await expect(reader.acquire("b", { owner: "p", ttlMs: 1 })).rejects.toMatchObject({ code: "read_only" });
    await reader.close();
    database.close();
    await end();
  });
});

describe("a damaged file", () => {
  test("of another kind is refused and left as it is", () => {
    const path = newPath();
    writeFileSync(path, "a text that is no database, and is longer than a header of SQLite would be".repeat(20));
    const before = readFileSync(path);
    expect(codeOf(() => sqliteJournal({ path }))).toBe("corrupt");
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test("fails what meets the damage", async () => {
    const path = newPath();
    const journal = sqliteJournal({ path });
    for (let index = 0; index < 50; index++) void journal.append("b", [entry(`e${index}`, "x".repeat(2_000))]);
    await journal.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 8_192);
    const damaged = newPath();
    writeFileSync(damaged, bytes);
    const outcome = await (async () => sqliteJournal({ path: damaged }).read("b"))().catch((error) => error.code);
    expect(outcome).toBe("corrupt");
  });
});

describe("closing", () => {
  test("leaves a database open that was passed in", async () => {
    const { database, journal, end } = onDatabase();
    await journal.close();
    expect(database.prepare("SELECT 1 AS one").all()).toEqual([{ one: 1 }]);
    await end();
  });

  test("refuses reading and leases as well", async () => {
    const { journal, end } = onDatabase();
    const lease = await journal.acquire("b", { owner: "p", ttlMs: 1_000 });
    await end();
    await expect(journal.read("b")).rejects.toMatchObject({ code: "closed" });
    await expect(journal.unsettled()).rejects.toMatchObject({ code: "closed" });
    await expect(journal.acquire("b", { owner: "p", ttlMs: 1 })).rejects.toMatchObject({ code: "closed" });
    await expect(lease?.renew()).rejects.toMatchObject({ code: "closed" });
  });
});

test("a page holds no more than fits into memory, and one entry however large", async () => {
  const { journal, end } = onDatabase();
  const large = "x".repeat(7 * 1024 * 1024);
  for (const id of ["e1", "e2", "e3"]) await journal.append("b", [entry(id, large)]);
  await journal.append("b", [entry("e4", large.repeat(3)), entry("e5")]);
  const pages: (readonly string[])[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Page = await journal.read("b", { after });
    pages.push(page.entries.map(({ id }) => id));
    after = page.next;
  }
  expect(pages).toEqual([["e1", "e2"], ["e3"], ["e4"], ["e5"]]);
  await end();
});

test("limits and cursors beyond what SQLite counts are taken for what they mean", async () => {
  const { journal, end } = onDatabase();
  await journal.append("a", [entry("other")]);
  await journal.append(
    "b",
    ["e1", "e2", "e3"].map((id) => entry(id)),
  );
  const ids = async (options: { readonly after?: number; readonly limit?: number }) =>
    (await journal.read("b", options)).entries.map(({ id }) => id);
  expect(await ids({ limit: Number.POSITIVE_INFINITY })).toEqual(["e1", "e2", "e3"]);
  expect(await ids({ limit: Number.MAX_SAFE_INTEGER, after: 2 })).toEqual(["e3"]);
  expect(await ids({ after: Number.MAX_SAFE_INTEGER })).toEqual([]);
  expect(await journal.read("\ud800")).toEqual({ entries: [], next: null });
  await end();
});
