/**
 * Waits for work of others. After an abort, the work has one turn of the event loop to end by itself; then the wait rejects with
 * `signal.reason`, and what the work still does is ignored.
 */
export function interruptible<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return Promise.resolve(work);
  return new Promise<T>((resolve, reject) => {
    let turn: ReturnType<typeof setTimeout> | undefined;
    const onAbort = () => {
      turn = setTimeout(() => reject(signal.reason), 0);
    };
    const leave = () => {
      clearTimeout(turn);
      signal.removeEventListener("abort", onAbort);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    Promise.resolve(work).finally(leave).then(resolve, reject);
  });
}
