/** What can be in one heap at a time: it knows in which, and where. */
export interface HeapItem {
  home: object | undefined;
  position: number;
}

/** A binary heap that can take back any of its items. Every operation is O(log n), looking at the first is O(1). */
export class Heap<T extends HeapItem> {
  readonly #items: T[] = [];
  readonly #isBefore: (one: T, other: T) => boolean;

  /** Two items never come equally early. */
  constructor(isBefore: (one: T, other: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  has(item: T): boolean {
    return item.home === this;
  }

  /** Adds the item, which is in no heap, or finds its place again after it changed. */
  put(item: T): void {
    if (!this.has(item)) {
      item.home = this;
      item.position = this.#items.push(item) - 1;
    }
    this.#settle(item);
  }

  /** Does nothing for an item that is not in here. */
  delete(item: T): void {
    if (!this.has(item)) return;
    item.home = undefined;
    const last = this.#items.pop() as T;
    if (last === item) return;
    this.#place(last, item.position);
    this.#settle(last);
  }

  #place(item: T, position: number): void {
    this.#items[position] = item;
    item.position = position;
  }

  #settle(item: T): void {
    this.#sink(item, this.#rise(item, item.position));
  }

  /** The position from where the item can't rise further. */
  #rise(item: T, from: number): number {
    let position = from;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = this.#items[above] as T;
      if (!this.#isBefore(item, parent)) break;
      this.#place(parent, position);
      position = above;
    }
    return position;
  }

  #sink(item: T, from: number): void {
    let position = from;
    for (;;) {
      const below = this.#earlierChild(position);
      const child = this.#items[below];
      if (child === undefined || !this.#isBefore(child, item)) break;
      this.#place(child, position);
      position = below;
    }
    this.#place(item, position);
  }

  #earlierChild(position: number): number {
    const left = 2 * position + 1;
    const right = left + 1;
    const [one, other] = [this.#items[left], this.#items[right]];
    return one !== undefined && other !== undefined && this.#isBefore(other, one) ? right : left;
  }
}
