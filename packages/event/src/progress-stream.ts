import type { Progress } from "./progress.js";

/**
 * Reads `progress` from the first `next()` on until the promise that `begin` gives then has settled. `early` is the return value for
 * whoever leaves before.
 */
export function progressStream<End>(progress: Progress, begin: () => Promise<End>, early: End): AsyncGenerator<unknown, End, void> {
  const waiting: unknown[] = [];
  let end: Promise<End> | undefined;
  let wake: (() => void) | undefined;

  async function* read(): AsyncGenerator<unknown, End, void> {
    const close = progress.open((item) => {
      waiting.push(item);
      wake?.();
    });
    try {
      const running = begin();
      const onEnd = () => {
        end ??= running;
        wake?.();
      };
      running.then(onEnd, onEnd);
      for (;;) {
        if (waiting.length > 0) yield* waiting.splice(0);
        else if (end) return await end;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      close();
    }
  }

  const generator = read();
  const leave = generator.return.bind(generator);
  return Object.assign(generator, {
    // By itself a generator that waits for an item would leave only after that item.
    return(value: End | PromiseLike<End>) {
      end = Promise.resolve(early);
      wake?.();
      return leave(value);
    },
  });
}
