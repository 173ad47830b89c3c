import { memoryJournal } from "@acta/journal/memory";
import { faultyJournal } from "@acta/journal/testing";

const journal = faultyJournal(memoryJournal(), (append) => (append === 1 ? "lose_answer" : undefined));
const entries = [{ id: "a", kind: "note", at: 0, body: null }];

try {
  await journal.append("branch-1", entries);
} catch (error) {
  console.log(String(error));
}

// Nobody knows whether it was stored. The same ids again find out, and do no harm.
const again = await journal.append("branch-1", entries);
const { entries: stored } = await journal.read("branch-1");
console.log(`${again.kind}, ${stored.length} stored`);

// prints: Error: the answer was lost
// prints: appended, 1 stored
