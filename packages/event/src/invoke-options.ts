import type { AbortSignalLike } from "./abort-signal-like.js";

export interface InvokeOptions {
  /** Its abort ends the event `cancelled` at once and makes `invoke` reject with the signal's reason. */
  readonly signal?: AbortSignalLike | undefined;
  /** Milliseconds until the event ends `aborted` with a `DeadlineExceeded`. Default: no deadline; 2 ** 31 (24 days) or more is none either. */
  readonly timeoutMs?: number | undefined;
}
