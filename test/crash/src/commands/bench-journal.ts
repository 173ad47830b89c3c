import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../../packages/journal-sqlite/src/engine.js";
import { Bare } from "../bench/bare.js";
import { Calls } from "../bench/calls.js";
import { type Comparison, compare } from "../bench/compare.js";
import { warmUp } from "../bench/warm-up.js";

const limit = 1.5;
const folder = mkdtempSync(join(tmpdir(), "acta-bench-"));
const bare = new Bare(openDatabase(join(folder, "bare.db")), "FULL");
/** Of either size. */
const warmUpCalls = 8_000;

async function measure(title: string, than: string, calls: number, rounds: number): Promise<void> {
  await warmUp(folder, { calls, rounds }, warmUpCalls);
  const acta = await Calls.open(join(folder, `${calls}.db`), { calls, rounds }, "FULL");
  const comparison = await compare(acta, bare);
  await acta.close();
  const { whole, journal } = comparison;
  console.log(`${title}: ${whole.toFixed(2)}x of ${than} (limit ${limit}x): ${whole <= limit ? "met" : "missed"}`);
  console.log(`  ${inMicroseconds(comparison, calls * rounds)}; the journal without the branch: ${journal.toFixed(2)}x`);
}

const inMicroseconds = ({ wholeMs, bareMs }: Comparison, calls: number) =>
  `${((wholeMs / calls) * 1_000).toFixed(0)} µs a call against ${((bareMs / calls) * 1_000).toFixed(0)} µs`;

try {
  console.log(`SQLite ${bare.version}, synchronous=FULL, in ${tmpdir()}: medians of paired, interleaved blocks`);
  console.log(
    `before each, both sides stored ${warmUpCalls} calls of its size in other files, with synchronous=NORMAL: their code is compiled`,
  );
  await measure("one durable call", "two bare commits of the same rows", 1, 60);
  await measure("100 concurrent calls", "a bare group commit of the same rows, before and after the effects,", 100, 4);
  console.log("a measurement: it ends with 0, whatever it finds");
} finally {
  bare.close();
  rmSync(folder, { recursive: true, force: true });
}
