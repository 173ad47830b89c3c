/** What is pending, or the reason of the signal, whichever comes first. Leaves no listener. */
export async function unlessAborted<T>(signal: AbortSignal, pending: Promise<T>): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
