/** What the work gets. Its members may be destructured. */
export interface EventContext {
  /** Made on first read; aborted when the invocation is cancelled or past its deadline, never after a normal end. */
  readonly signal: AbortSignal;
  /** Publishes one item to `stream()`; never throws, never blocks; does nothing after the end. */
  readonly progress: (item: unknown) => void;
}
