import type { Format } from "./format.js";

/** Messages as the provider wants them to follow one another. */
export class Conversation<WrittenMessage> {
  /** What is one message. */
  readonly #runs: WrittenMessage[][] = [];
  readonly #format: Format<unknown, WrittenMessage>;

  constructor(format: Format<unknown, WrittenMessage>) {
    this.#format = format;
  }

  get messages(): readonly WrittenMessage[] {
    const { join } = this.#format;
    return this.#runs.flatMap((run) => (join !== undefined && run.length > 1 ? [join.asOne(run)] : run));
  }

  add(messages: readonly (WrittenMessage | null)[]): void {
    for (const message of messages) if (message !== null) this.#add(message);
  }

  #add(message: WrittenMessage): void {
    const run = this.#runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined) this.#runs.push([message]);
    else if (this.#format.join?.belongTogether(last, message)) run.push(message);
    else {
      const bridge = this.#format.bridge?.(last, message) ?? null;
      if (bridge !== null) this.#runs.push([bridge]);
      this.#runs.push([message]);
    }
  }
}
