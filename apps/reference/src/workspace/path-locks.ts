/** Lets the works on one path follow one another: of two edits at the same time, one would undo the other. */
export class PathLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when all that was given before for this path is over. */
  async hold<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(path);
    const mine = (before ?? Promise.resolve()).then(work, work);
    this.#last.set(path, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(path) === mine) this.#last.delete(path);
    }
  }
}
