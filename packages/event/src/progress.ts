const mostKept = 1_000;

/** Hands each item to every reader; while there is none, keeps the latest 1,000 for the next one. */
export class Progress {
  #readers: Set<(item: unknown) => void> | undefined;
  #kept: unknown[] | undefined;

  publish(item: unknown): void {
    if (this.#readers?.size) for (const reader of this.#readers) reader(item);
    else {
      this.#kept ??= [];
      if (this.#kept.push(item) > mostKept) this.#kept.shift();
    }
  }

  /** Gives the function that ends the reading. */
  open(reader: (item: unknown) => void): () => void {
    this.#readers ??= new Set();
    this.#readers.add(reader);
    this.#kept?.forEach(reader);
    this.#kept = undefined;
    return () => this.#readers?.delete(reader);
  }
}
