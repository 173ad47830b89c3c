import type { JournalSubject } from "../src/conformance.js";
import type { Journal } from "../src/index.js";
import { JournalError } from "../src/index.js";
import { type MemoryJournal, memoryJournal } from "../src/memory.js";

/** A journal whose methods answer at once: what the broken ones are made from. */
export type Handle = Pick<MemoryJournal, "append" | "read" | "unsettled" | "acquire" | "close" | "capabilities">;

/** What a defect may use besides its handle. `generation`: 0 for `open`, 1 for the first `reopen`, and so on. */
export interface Surroundings {
  readonly generation: number;
  readonly store: MemoryJournal;
}

export type Defect = (journal: Handle, surroundings: Surroundings) => Partial<Journal>;

/** A store in memory that outlives its handles: the kit's durable and shared cases without a disk. */
export function storeSubject(name: string, defect: Defect = () => ({})): JournalSubject {
  let now = 0;
  let store = memoryJournal();
  let generation = 0;
  const open = () => {
    const journal = handleOf(store);
    return { ...journal, ...defect(journal, { generation: generation++, store }) };
  };
  return {
    name,
    capabilities: ["durable", "shared", "clock"],
    open() {
      store = memoryJournal({ monotonic: () => now });
      generation = 0;
      return open();
    },
    reopen: open,
    advance(milliseconds) {
      now += milliseconds;
    },
    dispose() {
      store.close();
    },
  };
}

function handleOf(store: MemoryJournal): Handle {
  let closed = false;
  return {
    capabilities: { durable: true, shared: true } as unknown as Handle["capabilities"],
    append(branchId, entries, options) {
      if (closed) throw new JournalError("closed", "the handle is closed");
      return store.append(branchId, entries, options);
    },
    read: (branchId, options) => store.read(branchId, options),
    unsettled: (options) => store.unsettled(options),
    acquire: (branchId, options) => store.acquire(branchId, options),
    close() {
      closed = true;
    },
  };
}
