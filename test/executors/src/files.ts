import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files that tools write, in a folder that is removed. */
export class Files {
  readonly #folder = mkdtempSync(join(tmpdir(), "acta-executors-"));
  #count = 0;

  next(): string {
    return join(this.#folder, String(++this.#count));
  }

  size(file: string): number {
    return existsSync(file) ? statSync(file).size : 0;
  }

  read(file: string): string {
    return readFileSync(file, "utf8");
  }

  /** When something is in it. */
  async written(file: string): Promise<void> {
    while (this.size(file) === 0) await pause(1);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
