import { join } from "node:path";
import { openDatabase } from "../../../../packages/journal-sqlite/src/engine.js";
import { Bare } from "./bare.js";
import { Calls, type Size } from "./calls.js";
import { interleave } from "./compare.js";

/**
 * Runs the code of all sides until it is compiled, on files of their own whose commits are cheap. A process that has made few calls spends
 * most of a call in the interpreter; one that serves is past that.
 */
export async function warmUp(folder: string, size: Size, count: number): Promise<void> {
  const bare = new Bare(openDatabase(join(folder, `bare-warm-${size.calls}.db`)), "NORMAL");
  const calls = await Calls.open(join(folder, `warm-${size.calls}.db`), size, "NORMAL");
  try {
    await interleave(calls, bare, Math.ceil(count / (size.calls * size.rounds)));
  } finally {
    await calls.close();
    bare.close();
  }
}
