import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, expect, test } from "vitest";
import { entry } from "../test/entry.js";
import { temporaryFolder } from "../test/temporary-folder.js";
import { sqliteJournal } from "./sqlite-journal.js";

const { folder, remove } = temporaryFolder();
afterAll(remove);

test("a file that lost count of what was opened gives no number again, and is called damaged; it can be read", async () => {
  const database = new DatabaseSync(join(folder, "acta.db"));
  const journal = sqliteJournal({ database });
  const opening = (id: string) => [entry(id, { opens: id })];
  await journal.append("b", opening("m1"));
  await journal.append("b", [entry("s1", { settles: "m1" })]);
  database.exec("DELETE FROM acta_open WHERE arrival = 0");
  await expect(journal.append("b", opening("m2"))).rejects.toMatchObject({ code: "corrupt" });
  expect((await journal.read("b")).entries.map(({ id }) => id)).toEqual(["m1", "s1"]);
  database.exec("INSERT INTO acta_open (arrival, kind, position) VALUES (0, '', 1)");
  expect(await journal.append("b", opening("m2"))).toMatchObject({ kind: "appended", entries: [{ sequence: 3 }] });
  await journal.close();
  database.close();
});
