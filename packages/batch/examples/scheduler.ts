import { runBatch } from "@acta/batch";
import { Scheduler } from "@acta/batch/scheduler";

const scheduler = new Scheduler({ concurrency: 4, queueLimit: 1000 });
const search = { concurrency: 1, rate: { capacity: 10, refillMs: 100 } };

async function write(path: string) {
  console.log(`writes ${path}`);
  return path.length;
}

// Two writers of one file come one after the other; the search needs no lock and shares its limits with every other search.
const ends = await Promise.all([
  scheduler.schedule(() => write("notes.txt"), { owner: "anna", lock: "notes.txt" }),
  scheduler.schedule(() => write("notes.txt, again"), { owner: "ben", lock: "notes.txt" }),
  scheduler.schedule(() => console.log("searches"), { owner: "ben", limits: search }),
]);
console.log(ends.map(({ kind }) => kind).join(", "));

// A batch whose items wait for a scheduler: its signal stops what has not started, and the results stay in order.
const items = await runBatch(
  ["a", "b"],
  (path, { signal }) => scheduler.schedule(() => write(path), { owner: "anna", lock: path, signal }),
  { concurrency: Infinity, siblings: "stop", isFailure: (end) => end.kind !== "fulfilled" },
);
console.log(items.map((item) => (item.kind === "fulfilled" ? item.value.kind : item.kind)).join(", "));

await scheduler.drain();

// prints: writes notes.txt
// prints: searches
// prints: writes notes.txt, again
// prints: fulfilled, fulfilled, fulfilled
// prints: writes a
// prints: writes b
// prints: fulfilled, fulfilled
