import { expect, test } from "vitest";
import { bundle } from "./bundle.js";
import { appendFromProcesses, flawsIn } from "./processes.js";

test("8 processes append to one branch of one file: nothing is lost, no gap, nobody fails because the file is busy", async () => {
  const report = await appendFromProcesses({ program: bundle("children/writer"), processes: 8, entries: 500, inFlight: 10 });
  expect(report).toMatchObject({ entries: 4_000, gaps: 0, disorder: 0, failures: [] });
});

test("the check itself finds a gap, a loss and a swap, and a writer that fails", async () => {
  const entry = (id: string, at: number, sequence: number) => ({ id, at, sequence });
  const right = [entry("p.0", 0, 1), entry("q.0", 0, 2), entry("p.1", 1, 3)];
  expect(flawsIn(right)).toEqual({ gaps: 0, disorder: 0 });
  expect(flawsIn([entry("p.0", 0, 1), entry("q.0", 0, 3)])).toEqual({ gaps: 1, disorder: 0 });
  expect(flawsIn([entry("p.0", 0, 1), entry("p.2", 2, 2)])).toEqual({ gaps: 0, disorder: 1 });
  expect(flawsIn([entry("p.1", 1, 1), entry("p.0", 0, 2)])).toEqual({ gaps: 0, disorder: 2 });
  const report = await appendFromProcesses({ program: "missing.mjs", processes: 1, entries: 1, inFlight: 1 });
  expect(report).toMatchObject({ entries: 0, failures: ["p0: "] });
});
