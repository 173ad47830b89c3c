import { closeSync, fsyncSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppendResult, Journal, NewEntry, ReadOptions, UnsettledOptions } from "@acta/journal";
import { type JournalSubject, runCases } from "@acta/journal/conformance";
import { type MemoryJournal, memoryJournal } from "@acta/journal/memory";

type Line = { readonly branchId: string } & ({ readonly entries: readonly NewEntry[] } | { readonly owner: string });

/** A journal in one file, for one process. A line is an append or a lease: all of it is there, or nothing. */
class FileJournal implements Journal {
  readonly capabilities = { durable: true, shared: false };
  // Sequences, matters, fences: the rules are the same as in memory, so the index in memory keeps them.
  readonly #index: MemoryJournal;
  readonly #file: number;
  #isOpen = true;

  /** `monotonic`: milliseconds, for leases. */
  constructor(path: string, monotonic = () => performance.now()) {
    this.#index = memoryJournal({ monotonic });
    this.#file = openSync(path, "a+");
    const text = readFileSync(path, "utf8");
    const complete = text.slice(0, text.lastIndexOf("\n") + 1);
    // A torn last line was never answered, so it was never stored.
    if (complete.length < text.length) ftruncateSync(this.#file, Buffer.byteLength(complete));
    for (const line of complete.split("\n")) if (line !== "") this.#replay(JSON.parse(line));
  }

  append(branchId: string, entries: readonly NewEntry[], options?: { readonly fence?: number | undefined }): AppendResult {
    const answer = this.#index.append(branchId, entries, options);
    if (answer.kind === "appended") this.#write({ branchId, entries });
    return answer;
  }

  read(branchId: string, options?: ReadOptions) {
    return this.#index.read(branchId, options);
  }

  unsettled(options?: UnsettledOptions) {
    return this.#index.unsettled(options);
  }

  acquire(branchId: string, options: { readonly owner: string; readonly ttlMs: number }) {
    const lease = this.#index.acquire(branchId, options);
    if (lease !== null) this.#write({ branchId, owner: options.owner });
    return lease;
  }

  close(): void {
    this.#index.close();
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #write(line: Line): void {
    try {
      writeSync(this.#file, `${JSON.stringify(line)}\n`);
      fsyncSync(this.#file);
    } catch (error) {
      // Index and file may differ now. Whoever opens the file again knows what is stored.
      this.close();
      throw error;
    }
  }

  #replay(line: Line): void {
    if ("entries" in line) this.#index.append(line.branchId, line.entries);
    // Whoever held it is gone; what counts is that the next fence is higher.
    else void this.#index.acquire(line.branchId, { owner: line.owner, ttlMs: 1 })?.release();
  }
}

// The kit tries every obligation of the contract.
const folder = mkdtempSync(join(tmpdir(), "acta-guide-"));
const path = join(folder, "journal.jsonl");
let now = 0;
const handles: Journal[] = [];
const open = () => {
  const journal = new FileJournal(path, () => now);
  handles.push(journal);
  return journal;
};
const subject: JournalSubject = {
  name: "file",
  capabilities: ["durable", "clock"],
  open,
  reopen: open,
  advance(milliseconds) {
    now += milliseconds;
  },
  dispose() {
    for (const journal of handles.splice(0)) void journal.close();
    rmSync(path, { force: true });
  },
};
const results = await runCases(subject);
rmSync(folder, { recursive: true });

for (const result of results) if (result.outcome === "failed") console.log(result.id, String(result.error));
const skipped = results.flatMap((result) => (result.outcome === "skipped" ? [result.reason] : []));
console.log("failed:", results.filter(({ outcome }) => outcome === "failed").length);
console.log("skipped, because:", [...new Set(skipped)].join(", "));

// prints: failed: 0
// prints: skipped, because: not shared
