import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * What the world outside of the journal saw: an effect began, an effect is done, the caller was told how a call ended. `key` is the call's
 * idempotency key.
 */
export interface Witnessed {
  readonly at: "begun" | "done" | "answered";
  readonly key: string;
  /** Kind of the outcome, where the caller was told. */
  readonly outcome?: string | undefined;
}

/** A file that survives whoever writes it. */
export class Witness {
  readonly #file: string;
  #descriptor: number | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  see(line: Witnessed): void {
    this.#descriptor ??= openSync(this.#file, "a");
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#descriptor);
  }

  read(): readonly Witnessed[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Witnessed);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
