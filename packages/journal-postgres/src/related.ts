import { type Entry, JournalError } from "@acta/journal";
import type { Draft } from "./draft.js";

/** What is stored already and bears on an append. */
export class Related {
  readonly fence: number;
  readonly byId: ReadonlyMap<string, Entry>;
  readonly #opened: ReadonlySet<string | undefined>;
  readonly #settledBy: ReadonlyMap<string | undefined, Entry>;

  constructor(fence: number, entries: readonly Entry[]) {
    this.fence = fence;
    this.byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.#opened = new Set(entries.map(({ opens }) => opens));
    this.#settledBy = new Map(entries.map((entry) => [entry.settles, entry]));
  }

  /** The entry that settled before what one of these would settle; throws `JournalError` for what can never be stored. */
  settledBefore(fresh: readonly Draft[]): Entry | undefined {
    const opened = new Set<string>();
    const settled = new Set<string>();
    for (const { opens, settles } of fresh.map(({ entry }) => entry)) {
      if (settles !== undefined) {
        const by = this.#settledBy.get(settles);
        if (by) return by;
        if (settled.has(settles)) throw new JournalError("invalid_entry", `one append settles ${settles} twice`);
        if (!this.#opened.has(settles) && !opened.has(settles)) throw new JournalError("unknown_matter", `nothing opened ${settles}`);
        settled.add(settles);
      }
      if (opens !== undefined) {
        if (this.#opened.has(opens) || opened.has(opens)) throw new JournalError("matter_taken", `${opens} was opened before`);
        opened.add(opens);
      }
    }
    return undefined;
  }
}
