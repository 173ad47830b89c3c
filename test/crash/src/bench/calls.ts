import { Branch } from "@acta/branch";
import type { Entry, Journal } from "@acta/journal";
import { sqliteJournal } from "@acta/journal-sqlite";
import { everything } from "../facts/facts.js";
import type { Commit } from "./bare.js";
import type { Synchronous } from "./synchronous.js";

export interface Size {
  /** At the same time. */
  readonly calls: number;
  /** One after another, in one block. */
  readonly rounds: number;
}

/** Blocks of calls of a branch whose journal is a file. */
export class Calls {
  readonly #journal: Journal;
  readonly #branch: Branch;
  readonly #size: Size;
  #read = 0;
  #replays = 0;

  private constructor(journal: Journal, branch: Branch, size: Size) {
    this.#journal = journal;
    this.#branch = branch;
    this.#size = size;
  }

  static async open(path: string, size: Size, synchronous: Synchronous): Promise<Calls> {
    const journal = sqliteJournal({ path, synchronous });
    const input = { "~standard": { version: 1 as const, vendor: "acta", validate: (value: unknown) => ({ value }) } };
    const tool = { name: "add", description: "adds", input, run: (given: unknown) => given };
    return new Calls(journal, await Branch.open({ id: "bench", journal, tools: [tool] }), size);
  }

  /** Milliseconds of a block. */
  async run(): Promise<number> {
    const requests = Array.from({ length: this.#size.calls }, (_, index) => ({ function: "add", arguments: { a: index, b: "some text" } }));
    const started = performance.now();
    for (let round = 0; round < this.#size.rounds; round++) await this.#branch.act(requests, { batch: { concurrency: this.#size.calls } });
    return performance.now() - started;
  }

  /** What the block before stored, as two commits for each round: before the effects, and after them. */
  async commits(): Promise<readonly Commit[]> {
    const entries = await everything((after) => this.#journal.read("bench", { after: Math.max(after, this.#read) }));
    this.#read += entries.length;
    const perRound = entries.length / this.#size.rounds;
    return Array.from({ length: this.#size.rounds }, (_, round) => entries.slice(round * perRound, (round + 1) * perRound)).flatMap(
      (round) => [false, true].map((isEnd) => toCommit(round.filter(({ kind }) => (kind === "call.settled") === isEnd))),
    );
  }

  /** Milliseconds in which the journal alone stores the same entries, on a branch of their own. */
  async replay(commits: readonly Commit[]): Promise<number> {
    const branchId = `replay ${this.#replays++}`;
    const started = performance.now();
    for (const commit of commits) await Promise.all(commit.map(({ entry }) => this.#journal.append(branchId, [entry])));
    return performance.now() - started;
  }

  async close(): Promise<void> {
    await this.#branch.close();
    await this.#journal.close();
  }
}

const toCommit = (entries: readonly Entry[]): Commit => entries.map((entry) => ({ entry, text: JSON.stringify(entry.body) }));
