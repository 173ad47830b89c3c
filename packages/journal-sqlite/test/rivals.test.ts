import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { sqliteJournal } from "../src/index.js";
import { bundle } from "./bundle.js";
import { allEntries } from "./processes.js";
import { temporaryFolder } from "./temporary-folder.js";

const { folder, remove } = temporaryFolder();
afterAll(remove);
const matters = 200;

interface Told {
  readonly matter: string;
  readonly sequence: number;
  readonly by: string;
  readonly again: string;
}

async function runRival(program: string, path: string, name: string): Promise<readonly Told[]> {
  const child = spawn(process.execPath, [program, path, name, String(matters), "5"], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(child.exitCode).toBe(0);
  return printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Told);
}

test("6 processes open and settle the same matters: each is stored once, and all are told the same", async () => {
  const path = join(folder, "acta.db");
  const program = bundle("children/rival");
  const told = (await Promise.all(Array.from({ length: 6 }, (_, index) => runRival(program, path, `r${index}`)))).flat();
  const journal = sqliteJournal({ path });
  const entries = await allEntries(journal, "shared");
  const unsettled = await journal.unsettled();
  await journal.close();

  expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 2 * matters }, (_, index) => index + 1));
  expect(new Set(entries.map(({ id }) => id)).size).toBe(2 * matters);
  expect(unsettled).toEqual({ entries: [], next: null });
  const opened = new Map(entries.map(({ opens, sequence }) => [opens, sequence]));
  const settled = new Map(entries.map(({ settles, id }) => [settles, id]));
  expect(told).toHaveLength(6 * matters);
  expect(told.filter(({ matter, sequence }) => opened.get(matter) !== sequence)).toEqual([]);
  expect(told.filter(({ matter, by }) => settled.get(matter) !== by)).toEqual([]);
  expect(told.filter(({ again }) => again !== "matter_taken")).toEqual([]);
});
