import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sqliteJournal } from "../src/index.js";
import { bundle } from "./bundle.js";
import { allEntries } from "./processes.js";
import { temporaryFolder } from "./temporary-folder.js";

const { folder, remove } = temporaryFolder();
afterAll(remove);

/** Kills the writer when it has printed so many lines, and returns all that it printed. */
async function killAfter(lines: number, program: string, path: string, name: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, path, name], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
    if (printed.split("\n").length > lines) child.kill("SIGKILL");
  });
  await once(child, "close");
  expect(child.signalCode).toBe("SIGKILL");
  return printed.split("\n").slice(0, -1);
}

test("a writer that is killed loses nothing that was answered, and leaves no half of an append", async () => {
  const program = bundle("children/crasher");
  const path = join(folder, "acta.db");
  for (const [round, lines] of [1, 40, 300].entries()) {
    const answered = await killAfter(lines, program, path, `r${round}`);
    const journal = sqliteJournal({ path });
    const entries = await allEntries(journal, "shared");
    await journal.close();
    const ids = new Set(entries.map(({ id }) => id));
    expect(answered.length).toBeGreaterThanOrEqual(lines);
    expect(answered.filter((number) => !ids.has(`r${round}.${number}.a`) || !ids.has(`r${round}.${number}.b`))).toEqual([]);
    expect(entries.filter(({ id }) => !ids.has(id.replace(/[ab]$/, (half) => (half === "a" ? "b" : "a"))))).toEqual([]);
    expect(entries.filter(({ sequence }, index) => sequence !== index + 1)).toEqual([]);
  }
});
