import type { Output } from "./io.js";

const clearLine = "\r\u001b[2K";

/** One line on a terminal that says how far a run is; nothing anywhere else. */
export class Progress {
  readonly #output: Output;
  readonly #total: number;
  #done = 0;

  constructor(output: Output, total: number) {
    this.#output = output;
    this.#total = total;
    this.#show();
  }

  /** So many calls have ended, if that is more than before. */
  update(done: number): void {
    if (done <= this.#done) return;
    this.#done = done;
    this.#show();
  }

  end(): void {
    if (this.#output.isTTY) this.#output.write(clearLine);
  }

  #show(): void {
    if (this.#output.isTTY) this.#output.write(`${clearLine}${this.#done} of ${this.#total} calls`);
  }
}
