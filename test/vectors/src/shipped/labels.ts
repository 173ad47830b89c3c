type Kind = "event" | "call" | "req" | "resp" | "ins" | "sys";

/** Names for ids, numbered by their first appearance. */
export class Labels {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<Kind, number>();

  of(kind: Kind, id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    const name = `$${kind}${count}`;
    this.#counts.set(kind, count);
    this.#names.set(id, name);
    return name;
  }
}
