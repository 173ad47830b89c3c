import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Entry, Journal } from "@acta/journal";
import { sqliteJournal } from "../src/index.js";
import { temporaryFolder } from "./temporary-folder.js";

export interface ProcessesOptions {
  /** The writer, as a program that Node runs. */
  readonly program: string;
  readonly processes: number;
  /** Per process. */
  readonly entries: number;
  /** Appends of one process that wait at once. */
  readonly inFlight: number;
  /** The folder for the file. */
  readonly place?: string | undefined;
}

export interface ProcessesReport {
  readonly entries: number;
  readonly gaps: number;
  /** Ids that came twice, or before one that the same process wrote earlier. */
  readonly disorder: number;
  /** What the processes printed: the codes of their failures. */
  readonly failures: readonly string[];
  readonly milliseconds: number;
}

/** Several processes append to one branch of one file; then the file is read. */
export async function appendFromProcesses(options: ProcessesOptions): Promise<ProcessesReport> {
  const { folder, remove } = temporaryFolder(options.place);
  const path = join(folder, "acta.db");
  try {
    const started = performance.now();
    const names = Array.from({ length: options.processes }, (_, index) => `p${index}`);
    const printed = await Promise.all(names.map((name) => runWriter(path, name, options)));
    const milliseconds = Math.round(performance.now() - started);
    const journal = sqliteJournal({ path });
    const entries = await allEntries(journal, "shared");
    await journal.close();
    return {
      entries: entries.length,
      ...flawsIn(entries),
      failures: printed.flat(),
      milliseconds,
    };
  } finally {
    remove();
  }
}

export async function allEntries(journal: Journal, branchId: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<Journal["read"]>> = await journal.read(branchId, { after });
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}

async function runWriter(path: string, name: string, { program, entries, inFlight }: ProcessesOptions): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, path, name, String(entries), String(inFlight)], { stdio: ["ignore", "pipe", "ignore"] });
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  return child.exitCode === 0 ? [] : [`${name}: ${printed.trim()}`];
}

/** What must not be in a branch that writers such as `children/writer` wrote at once. */
export function flawsIn(entries: readonly Pick<Entry, "id" | "at" | "sequence">[]): Pick<ProcessesReport, "gaps" | "disorder"> {
  const last = new Map<string, number>();
  let disorder = 0;
  for (const { id, at } of entries) {
    const [name = ""] = id.split(".");
    if (at !== (last.get(name) ?? -1) + 1) disorder++;
    last.set(name, at);
  }
  return { gaps: entries.filter(({ sequence }, index) => sequence !== index + 1).length, disorder };
}
