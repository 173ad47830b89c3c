import { memoryJournal } from "@acta/journal/memory";

let now = 0;
const journal = memoryJournal({ monotonic: () => now });
const note = (id: string) => [{ id, kind: "note", at: 0, body: null }];

const first = journal.acquire("branch-1", { owner: "worker-1", ttlMs: 1000 });
console.log("worker-2 gets", journal.acquire("branch-1", { owner: "worker-2", ttlMs: 1000 }));

// The first sleeps too long; the second takes over.
now = 1000;
const second = journal.acquire("branch-1", { owner: "worker-2", ttlMs: 1000 });

console.log("worker-1:", journal.append("branch-1", note("late"), { fence: first?.fence }).kind);
console.log("worker-2:", journal.append("branch-1", note("in time"), { fence: second?.fence }).kind);

// prints: worker-2 gets null
// prints: worker-1: fenced
// prints: worker-2: appended
