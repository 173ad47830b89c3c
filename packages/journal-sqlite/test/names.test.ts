import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, expect, test } from "vitest";
import { sqliteJournal } from "../src/index.js";
import { entry } from "./entry.js";
import { temporaryFolder } from "./temporary-folder.js";

const { folder, remove } = temporaryFolder();
const journal = sqliteJournal({ path: join(folder, "acta.db") });
afterAll(async () => {
  await journal.close();
  remove();
});

test.each([
  ["NUL", "note", "note\0x"],
  ["half a surrogate pair", "\ufffd", "\ud800"],
])("a page of a kind with %s, which no entry can have, has none", async (_, kind, other) => {
  await journal.append(kind, [{ id: "e1", kind, at: 1, opens: "m1", body: null }]);
  const found = async (asked: string) => [
    (await journal.unsettled({ branchId: kind, kind: asked })).entries.length,
    (await journal.read(kind, { kinds: [asked] })).entries.length,
  ];
  expect([await found(kind), await found(other)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

test.each([
  ["NUL", "p\0a"],
  ["half a surrogate pair", "\ud800"],
])("an owner with %s is refused: another could be taken for it", async (_, owner) => {
  await expect(journal.acquire("leased", { owner, ttlMs: 1_000 })).rejects.toMatchObject({ code: "invalid_entry" });
  const lease = await journal.acquire("leased", { owner: "p", ttlMs: 1_000 });
  expect(lease).not.toBeNull();
  await lease?.release();
});

test.each(["UTF-16le", "UTF-16be"])("a file whose text is %s is refused and left as it is: two names could become one", (encoding) => {
  const database = new DatabaseSync(join(folder, `${encoding}.db`));
  database.exec(`PRAGMA encoding = '${encoding}'; CREATE TABLE own (value TEXT)`);
  expect(() => sqliteJournal({ database })).toThrow(expect.objectContaining({ code: "cannot_open" }));
  expect(database.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "own" }]);
  expect(database.prepare("PRAGMA journal_mode").all()).toEqual([{ journal_mode: "delete" }]);
  database.close();
});

test("names that differ in what is no character stay apart", async () => {
  const names = ["a\uffff", "a\ufffe", "a\ufffd", "\ufeffa", "a"];
  const append = (id: string) => journal.append("apart", [entry(id, { opens: id })]);
  for (const id of names) await append(id);
  expect((await journal.read("apart")).entries.map(({ id }) => id)).toEqual(names);
  for (const [index, id] of names.entries()) expect(await append(id)).toMatchObject({ entries: [{ sequence: index + 1 }] });
});
