import { join } from "node:path";
import { backup, DatabaseSync } from "@photostructure/sqlite";
import { afterAll, expect, test } from "vitest";
import { sqliteJournal } from "../src/index.js";
import { entry } from "./entry.js";
import { temporaryFolder } from "./temporary-folder.js";

const { folder, remove } = temporaryFolder();
afterAll(remove);

/** Entries of the file, and of the copy. */
const [before, copied] = [110, 100];

test.each([
  ["as much as was lost", before - copied],
  ["more than was lost", before - copied + 5],
])("a journal that is open while an older copy is put back learns what others wrote since: %s", async (name, since) => {
  const [path, copy] = [join(folder, `${name}.db`), join(folder, `${name} copy.db`)];
  const [journal, other] = [sqliteJournal({ path }), sqliteJournal({ path })];
  const raw = new DatabaseSync(path);
  await journal.append("b", [entry("o", { opens: "m" })]);
  for (let index = 1; index < before; index++) {
    if (index === copied) raw.exec(`VACUUM INTO '${copy}'`);
    await journal.append("b", [entry(`old${index}`)]);
  }
  const older = new DatabaseSync(copy);
  await backup(older, path);
  older.close();

  await other.append("b", [entry("s", { settles: "m" })]);
  for (let index = 1; index < since; index++) await other.append("b", [entry(`new${index}`)]);
  const head = copied + since;
  expect(await journal.append("b", [entry("late", { settles: "m" })])).toMatchObject({ kind: "settled_already", by: { id: "s" } });
  expect(await journal.append("b", [entry("new5")])).toMatchObject({ entries: [{ sequence: copied + 6 }] });
  for (let index = copied; index < before; index++) {
    expect(await journal.append("b", [entry(`old${index}`)])).toMatchObject({ entries: [{ sequence: head + 1 + index - copied }] });
  }
  for (const one of [journal, other]) await one.close();
  raw.close();
});
