import type { Progress } from "./progress.js";

/**
 * Reads `progress` from the first `next()` on until the promise that `begin` gives then has settled. `early` is the return value for
 * whoever leaves before.
 */
export function progressStream<End>(progress: Progress, begin: () => Promise<End>, early: End): AsyncGenerator<unknown, End, void> {
  let waiting: unknown[] = [];
  let left = false;
  let ended = false;
  let wake: (() => void) | undefined;
  const reader = (item: unknown) => {
    waiting.push(item);
    wake?.();
  };
  const onEnd = () => {
    ended = true;
    wake?.();
  };

  async function* read(): AsyncGenerator<unknown, End, void> {
    progress.open(reader);
    try {
      const end = begin();
      end.then(onEnd, onEnd);
      for (;;) {
        const items = waiting;
        waiting = [];
        if (items.length > 0) yield* items;
        else if (left) return early;
        else if (ended) return await end;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      progress.close(reader);
    }
  }

  const generator = read();
  const leave = generator.return.bind(generator);
  // By itself a generator that waits for an item would leave only after that item.
  generator.return = (value) => {
    left = true;
    wake?.();
    return leave(value);
  };
  return generator;
}
