import type { Bare, Commit } from "./bare.js";
import type { Calls } from "./calls.js";

export interface Comparison {
  /** Of the whole calls to the bare commits. */
  readonly whole: number;
  /** Of the journal alone to the bare commits. */
  readonly journal: number;
  /** Milliseconds of one block. */
  readonly wholeMs: number;
  readonly bareMs: number;
}

const pairs = 40;
/** Blocks that are not counted: the files grow to what a block finds usually. */
const uncounted = 5;

/** Medians over pairs of blocks; who begins alternates, so that what slows the machine down for a while slows both. */
export async function compare(calls: Calls, bare: Bare): Promise<Comparison> {
  const blocks = (await interleave(calls, bare, uncounted + pairs)).slice(uncounted);
  return {
    whole: median(blocks.map((block) => block.whole / block.bare)),
    journal: median(blocks.map((block) => block.journal / block.bare)),
    wholeMs: median(blocks.map((block) => block.whole)),
    bareMs: median(blocks.map((block) => block.bare)),
  };
}

export interface Block {
  readonly whole: number;
  readonly journal: number;
  readonly bare: number;
}

/** Milliseconds of each block. The journal alone and the bare commits store what the calls stored the time before. */
export async function interleave(calls: Calls, bare: Bare, count: number): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  await calls.run();
  let rows = await calls.commits();
  for (let pair = 0; pair < count; pair++) {
    const steps = { whole: () => calls.run(), bare: async () => timed(bare, rows), journal: () => calls.replay(rows) };
    const order = (["whole", "bare", "journal"] as const).map((_, index, names) => names[(index + pair) % 3] ?? "bare");
    const block = { whole: 0, bare: 0, journal: 0 };
    for (const name of order) block[name] = await steps[name]();
    rows = await calls.commits();
    blocks.push(block);
  }
  return blocks;
}

function timed(bare: Bare, commits: readonly Commit[]): number {
  const started = performance.now();
  bare.run(commits);
  return performance.now() - started;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}
