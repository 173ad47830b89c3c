const mostKept = 1_000;

/** Hands each item to every reader; while there is none, keeps the latest 1,000 for the next one. */
export class Progress {
  #readers: readonly ((item: unknown) => void)[] = [];
  #kept: unknown[] = [];

  publish(item: unknown): void {
    for (const reader of this.#readers) reader(item);
    if (!this.#readers.length && this.#kept.push(item) > mostKept) this.#kept.shift();
  }

  /** Gives the function that ends the reading. */
  open(reader: (item: unknown) => void): () => void {
    this.#readers = [...this.#readers, reader];
    this.#kept.forEach(reader);
    this.#kept = [];
    return () => {
      this.#readers = this.#readers.filter((other) => other !== reader);
    };
  }
}
