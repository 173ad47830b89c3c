import { type AppendResult, JournalError } from "@acta/journal";
import type { Draft } from "./draft.js";
import type { Store } from "./store.js";

/** Entries in one round trip, at most, where an append alone has no more. */
const groupSize = 256;

interface Waiting {
  readonly drafts: readonly Draft[];
  readonly fence: number | undefined;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/** Keeps the appends of a branch in order, and lets those that wait at the same time share a round trip and a commit. */
export class AppendQueue {
  readonly #store: Pick<Store, "append" | "insert">;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(store: Pick<Store, "append" | "insert">) {
    this.#store = store;
  }

  add(branchId: string, drafts: readonly Draft[], fence: number | undefined): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      const append = { drafts, fence, resolve, reject };
      const waiting = this.#waiting.get(branchId);
      if (waiting) {
        waiting.push(append);
        return;
      }
      const queue = [append];
      this.#waiting.set(branchId, queue);
      // A turn later, so that what a program appends in one go is one commit.
      setImmediate(() => void this.#drain(branchId, queue));
    });
  }

  async #drain(branchId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const group = queue.splice(0, groupLength(queue));
      try {
        await this.#flush(branchId, group);
      } catch (error) {
        // Nobody knows whether the group is stored. What waits behind it may build on it, so it is not tried. Answered ones stay answered.
        for (const append of [...group, ...queue.splice(0)]) append.reject(error);
      }
    }
    this.#waiting.delete(branchId);
  }

  async #flush(branchId: string, group: readonly Waiting[]): Promise<void> {
    if (group.length > 1 && (await this.#together(branchId, group))) return;
    for (const { drafts, fence, resolve, reject } of group) {
      try {
        resolve(await this.#store.append(branchId, drafts, fence));
      } catch (error) {
        if (!JournalError.isInstance(error)) throw error;
        reject(error);
      }
    }
  }

  /** False: something forbids one of them, and none is stored. */
  async #together(branchId: string, group: readonly Waiting[]): Promise<boolean> {
    const entries = await this.#store
      .insert(
        branchId,
        group.flatMap(({ drafts }) => drafts),
        group[0]?.fence,
      )
      .catch((error: unknown) => {
        if (JournalError.isInstance(error)) return undefined;
        throw error;
      });
    if (!entries) return false;
    const rest = [...entries];
    for (const { drafts, resolve } of group) resolve({ kind: "appended", entries: rest.splice(0, drafts.length) });
    return true;
  }
}

/** How many from the start share a fence and fit into one round trip. */
function groupLength(queue: readonly Waiting[]): number {
  let entries = 0;
  const end = queue.findIndex(({ drafts, fence }, index) => {
    entries += drafts.length;
    return index > 0 && (fence !== queue[0]?.fence || entries > groupSize);
  });
  return end === -1 ? queue.length : end;
}
