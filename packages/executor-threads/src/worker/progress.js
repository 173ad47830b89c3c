/** How many items a tool may be ahead of its caller. */
export const itemsAtATime = 100;

/** Sends items, and waits for the caller now and then: a tool that yields without end fills no memory but its own. */
export class Progress {
  #send;
  #items = 0;
  /** @type {(() => void) | undefined} */
  #goOn;

  /** @param {(value: unknown) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {unknown} value */
  async tell(value) {
    this.#send(value);
    if (++this.#items % itemsAtATime !== 0) return;
    await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      this.#goOn = resolve;
    });
  }

  more() {
    this.#goOn?.();
  }
}
