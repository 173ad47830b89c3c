/** The reason of a caller who stops what runs. */
export class CallerStop extends Error {}

/** Runs work as a caller who stops it after a time, if one is given. */
export async function withAbort<T>(
  afterMs: number | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
  reason: Error = new CallerStop("the caller stopped it"),
): Promise<T> {
  if (afterMs === undefined) return work(undefined);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(reason), afterMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
