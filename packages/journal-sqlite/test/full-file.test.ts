import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sqliteJournal } from "../src/index.js";
import { bundle } from "./bundle.js";
import { allEntries } from "./processes.js";
import { temporaryFolder } from "./temporary-folder.js";

const { folder, remove } = temporaryFolder();
afterAll(remove);

test.skipIf(process.platform === "win32")("a file that may not grow fails with a code, and keeps what was answered", async () => {
  const path = join(folder, "acta.db");
  const limited = 'ulimit -f 400; exec "$0" "$@"';
  const { stdout, status } = spawnSync("bash", ["-c", limited, process.execPath, bundle("children/writer"), path, "w", "5000", "4"], {
    encoding: "utf8",
  });
  expect([status, stdout.trim()]).toEqual([1, "io_failed"]);
  const journal = sqliteJournal({ path });
  const entries = await allEntries(journal, "shared");
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter(({ sequence }, index) => sequence !== index + 1)).toEqual([]);
  expect(await journal.append("shared", [{ id: "again", kind: "note", at: 1, body: null }])).toMatchObject({
    kind: "appended",
    entries: [{ sequence: entries.length + 1 }],
  });
  await journal.close();
});
