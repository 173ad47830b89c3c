import type { JournalSubject } from "../src/conformance.js";
import { type MemoryJournal, memoryJournal } from "../src/memory.js";

export function memorySubject(): JournalSubject {
  let now = 0;
  let journal: MemoryJournal | undefined;
  return {
    name: "memory",
    capabilities: ["clock"],
    open() {
      journal = memoryJournal({ monotonic: () => now });
      return journal;
    },
    advance(milliseconds) {
      now += milliseconds;
    },
    dispose() {
      journal?.close();
    },
  };
}
