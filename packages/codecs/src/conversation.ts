import type { Format } from "./format.js";

/** Messages as the provider wants them to follow one another. */
export class Conversation<WrittenMessage> {
  readonly messages: WrittenMessage[] = [];
  readonly #format: Format<unknown, WrittenMessage>;

  constructor(format: Format<unknown, WrittenMessage>) {
    this.#format = format;
  }

  add(messages: readonly (WrittenMessage | null)[]): void {
    for (const message of messages) if (message !== null) this.#add(message);
  }

  #add(message: WrittenMessage): void {
    const last = this.messages.at(-1);
    const joined = last === undefined ? null : (this.#format.join?.(last, message) ?? null);
    const bridge = last === undefined ? null : (this.#format.bridge?.(last, message) ?? null);
    if (joined !== null) this.messages[this.messages.length - 1] = joined;
    else this.messages.push(...(bridge === null ? [message] : [bridge, message]));
  }
}
