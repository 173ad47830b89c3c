import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Branch } from "@acta/branch";
import { type SqliteJournalOptions, sqliteJournal } from "@acta/journal-sqlite";
import { median } from "../bench/compare.js";

/** Entries of the long branch, of which each call writes three. */
const entries = Number(process.argv[2] ?? 1_000_000);
const entriesOfCall = 3;
const callsAtATime = 1_000;
const samples = 400;

const input = { "~standard": { version: 1 as const, vendor: "acta", validate: (value: unknown) => ({ value }) } };
const tools = [{ name: "add", description: "adds", input, run: (given: unknown) => given }];

/** What opening costs, measured in a process that has done nothing else. */
interface Opening {
  readonly seconds: number;
  readonly heapMb: number;
  readonly messages: number;
}

const [, , path, keep] = process.argv;
if (process.send && path) await open(path, Number(keep));
else await measure();

async function open(file: string, kept: number): Promise<void> {
  const journal = sqliteJournal({ path: file });
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const started = performance.now();
  const branch = await Branch.open({ id: "long", journal, tools, ...(kept > 0 && { keep: kept }) });
  const seconds = (performance.now() - started) / 1_000;
  globalThis.gc?.();
  const heapMb = (process.memoryUsage().heapUsed - before) / 1_048_576;
  const opening: Opening = { seconds, heapMb, messages: branch.messages.messages.length };
  await branch.close();
  await journal.close();
  process.send?.(opening);
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "acta-growth-"));
  try {
    const file = join(folder, "journal.db");
    const calls = Math.ceil(entries / entriesOfCall);
    const filled = await fill({ path: file, synchronous: "NORMAL" }, calls);
    console.log(
      `${(calls * entriesOfCall).toLocaleString("en")} entries of ${calls.toLocaleString("en")} calls, recorded in ${filled.toFixed(0)} s`,
    );
    for (const kept of [1_000, 0]) {
      const { seconds, heapMb, messages } = await opened(file, kept);
      const how = kept > 0 ? `keep: ${kept}` : "all of it";
      console.log(
        `opened, ${how}: ${seconds.toFixed(1)} s, ${heapMb.toFixed(1)} MB of heap, ${messages.toLocaleString("en")} messages in memory`,
      );
    }
    const { short, long } = await appends(file);
    console.log(
      `one append, FULL: ${short.toFixed(0)} µs at 10 entries, ${long.toFixed(0)} µs at the end of the long branch: ${(long / short).toFixed(2)}x`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds. */
async function fill(options: SqliteJournalOptions, calls: number): Promise<number> {
  const journal = sqliteJournal(options);
  const branch = new Branch({ id: "long", journal, tools, keep: callsAtATime });
  const started = performance.now();
  for (let left = calls; left > 0; left -= callsAtATime) {
    const requests = Array.from({ length: Math.min(left, callsAtATime) }, (_, a) => ({ function: "add", arguments: { a } }));
    const models = await branch.act(requests, { batch: { concurrency: callsAtATime } });
    if (models.some(({ success }) => !success)) throw new Error("a call did not succeed");
  }
  await branch.close();
  await journal.close();
  return (performance.now() - started) / 1_000;
}

function opened(file: string, kept: number): Promise<Opening> {
  const child = fork(fileURLToPath(import.meta.url), [file, String(kept)], { execArgv: ["--expose-gc", "--max-old-space-size=8000"] });
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Opening));
    child.once("exit", (code) => reject(new Error(`the branch was not opened: exit ${code}`)));
  });
}

/** Microseconds, medians of appends in turn. */
async function appends(file: string): Promise<{ readonly short: number; readonly long: number }> {
  const journal = sqliteJournal({ path: file });
  const append = async (branchId: string, number: number) => {
    const started = performance.now();
    await journal.append(branchId, [{ id: `growth ${number}`, kind: "note", at: 0, body: { number, text: "some text" } }]);
    return (performance.now() - started) * 1_000;
  };
  const taken: { readonly short: number; readonly long: number }[] = [];
  for (let number = 0; number < samples; number++) {
    // Ten entries, and then another branch.
    const short = await append(`short ${Math.floor(number / 10)}`, number);
    taken.push({ short, long: await append("long", number) });
  }
  await journal.close();
  return { short: median(taken.map(({ short }) => short)), long: median(taken.map(({ long }) => long)) };
}
