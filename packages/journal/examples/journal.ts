import { memoryJournal } from "@acta/journal/memory";

const journal = memoryJournal();
const at = Date.now();

// A call opens a matter; what becomes of it settles the matter, once, ever.
journal.append("branch-1", [
  { id: "a", kind: "call.proposed", at, opens: "call-1", body: { function: "pay" } },
  { id: "b", kind: "call.proposed", at, opens: "call-2", body: { function: "read" } },
]);
journal.append("branch-1", [{ id: "c", kind: "call.settled", at, settles: "call-1", body: { outcome: "succeeded" } }]);

const second = journal.append("branch-1", [{ id: "d", kind: "call.settled", at, settles: "call-1", body: { outcome: "failed" } }]);
if (second.kind === "settled_already") console.log(`settled already, by ${second.by.id}`);

// The same entry again is no second entry.
journal.append("branch-1", [{ id: "c", kind: "call.settled", at, settles: "call-1", body: { outcome: "succeeded" } }]);

console.log(
  journal
    .read("branch-1")
    .entries.map(({ sequence, id }) => `${sequence}${id}`)
    .join(" "),
);
console.log(
  "open:",
  journal
    .unsettled()
    .entries.map(({ opens }) => opens)
    .join(" "),
);

// prints: settled already, by c
// prints: 1a 2b 3c
// prints: open: call-2
