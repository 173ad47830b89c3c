import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import type { AppendResult, Entry, NewEntry, ReadOptions, UnsettledOptions } from "@acta/journal";
import { type MemoryJournal, memoryJournal } from "@acta/journal/memory";
import type { FileJournal } from "./file-journal.js";

/** Without waiting: to open a pipe would wait for somebody to read it. */
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** A record that cannot be used as the user wants. The message is a sentence. */
export class JournalFileError extends Error {}

/**
 * A journal as a file of JSON lines, one for each entry, only ever appended to. For one process: each append is one write of whole lines,
 * and on the disk before it answers. What a failed write left behind is cut off, and its entries go first into the next append.
 */
export class JournalFile implements FileJournal {
  readonly capabilities = Object.freeze({ durable: true, shared: false });
  readonly path: string;
  readonly #memory: MemoryJournal = memoryJournal();
  readonly #descriptor: number;
  /** Entries that are in memory and not yet in the file. */
  readonly #unwritten = new Set<Entry>();
  /** Of the newest entry in memory, by branch. */
  readonly #sequences = new Map<string, number>();
  #size = 0;
  #failure: Error | null = null;
  #isClosed = false;

  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = descriptor;
  }

  /** Throws `JournalFileError` unless the file is new or empty: a record is never overwritten. */
  static create(path: string): JournalFile {
    let descriptor: number;
    try {
      descriptor = openSync(path, flags, 0o600);
    } catch (cause) {
      throw new JournalFileError(`The record ${path} cannot be created (${(cause as NodeJS.ErrnoException).code}).`, { cause });
    }
    if (fstatSync(descriptor).size === 0) return new JournalFile(path, descriptor);
    closeSync(descriptor);
    throw new JournalFileError(`The record ${path} exists and is not empty; it is never overwritten.`);
  }

  get failure(): Error | null {
    return this.#failure;
  }

  append(branchId: string, entries: readonly NewEntry[], options?: { readonly fence?: number | undefined }): AppendResult {
    const result = this.#memory.append(branchId, entries, options);
    if (result.kind === "appended") this.#store(branchId, result.entries);
    return result;
  }

  read(branchId: string, options?: ReadOptions) {
    return this.#memory.read(branchId, options);
  }

  unsettled(options?: UnsettledOptions) {
    return this.#memory.unsettled(options);
  }

  acquire(branchId: string, options: { readonly owner: string; readonly ttlMs: number }) {
    return this.#memory.acquire(branchId, options);
  }

  close(): void {
    this.#memory.close();
    if (!this.#isClosed) closeSync(this.#descriptor);
    this.#isClosed = true;
  }

  #store(branchId: string, entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.sequence <= (this.#sequences.get(branchId) ?? 0)) continue;
      this.#sequences.set(branchId, entry.sequence);
      this.#unwritten.add(entry);
    }
    if (this.#unwritten.size === 0) return;
    try {
      this.#write([...this.#unwritten].map((entry) => `${JSON.stringify(entry)}\n`).join(""));
      this.#unwritten.clear();
      this.#failure = null;
    } catch (error) {
      this.#failure = error as Error;
      throw error;
    }
  }

  #write(lines: string): void {
    const bytes = Buffer.from(lines);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
      fdatasyncSync(this.#descriptor);
    } catch (cause) {
      this.#cutOff(cause);
      throw new JournalFileError(`The record ${this.path} cannot be written.`, { cause });
    }
    this.#size += bytes.length;
  }

  #cutOff(cause: unknown): void {
    try {
      ftruncateSync(this.#descriptor, this.#size);
    } catch {
      // Half a line may be there, so nothing may follow it.
      this.close();
      throw new JournalFileError(`The record ${this.path} cannot be written, and may end within a line.`, { cause });
    }
  }
}

/** The entries of a record, in order. Throws `JournalFileError` naming the line that is torn or no entry. */
export function readJournalFile(path: string): readonly Entry[] {
  const lines = readFileSync(path, "utf8").split("\n");
  const last = lines.pop();
  if (last !== "") throw new JournalFileError(`Line ${lines.length + 1} of ${path}, the last, is torn: it has no end.`);
  return lines.map((line, index) => {
    const entry = parse(line);
    if (entry === null) throw new JournalFileError(`Line ${index + 1} of ${path} is not an entry of a record.`);
    return entry;
  });
}

function parse(line: string): Entry | null {
  try {
    const value = JSON.parse(line) as Entry;
    return typeof value.branchId === "string" && typeof value.id === "string" && typeof value.sequence === "number" ? value : null;
  } catch {
    return null;
  }
}
