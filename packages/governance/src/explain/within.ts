import type { AbortSignalLike } from "../abort-signal-like.js";

interface Bounds {
  readonly signal?: AbortSignalLike | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The longest delay that a timer takes; a longer one would fire at once. */
const longestDelayMs = 2_147_483_647;

/** Waits at most so long; rejects when it takes longer or is aborted. Leaves no timer and no listener behind. */
export async function within<T>({ signal, timeoutMs = 30_000 }: Bounds, pending: Promise<T>): Promise<T> {
  let stop = () => {};
  const over = new Promise<never>((_, reject) => {
    const aborted = () => reject(signal?.reason);
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), Math.min(timeoutMs, longestDelayMs));
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
    };
    if (signal?.aborted) aborted();
    else signal?.addEventListener("abort", aborted, { once: true });
  });
  try {
    return await Promise.race([pending, over]);
  } finally {
    stop();
  }
}
