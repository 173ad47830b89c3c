import { appendFileSync, readFileSync } from "node:fs";

/** A file with a line for every time that a tool ran. Lines of several processes do not mix. */
export class Witness {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  see(attempt: string): void {
    appendFileSync(this.#path, `${attempt}\n`);
  }

  /** A tool has the attempt, and its effect is still to come. */
  begin(attempt: string): void {
    appendFileSync(`${this.#path}.begun`, `${attempt}\n`);
  }

  hasBegun(attempt: string): boolean {
    return linesOf(`${this.#path}.begun`).includes(attempt);
  }

  /** How often each attempt ran. */
  count(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const line of linesOf(this.#path)) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  }
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return [];
    throw error;
  }
}
