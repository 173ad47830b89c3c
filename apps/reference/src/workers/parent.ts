import { Interruption } from "../interruption.js";

/** Milliseconds that a worker may go on when the run that started it is gone. */
const orphanMs = 10_000;

/** The run that has started this process as a worker of its own. */
export interface Parent {
  /** Tells it that calls are taken. */
  ready(): void;
  /** Aborted when it is gone, or wants no more. */
  readonly gone: AbortSignal;
}

/** Null: somebody else has started this process. */
export function parentOf(process: NodeJS.Process): Parent | null {
  if (process.send === undefined) return null;
  const gone = new AbortController();
  process.once("disconnect", () => {
    gone.abort(new Interruption("SIGTERM"));
    // Whatever a tool still does.
    setTimeout(() => process.exit(), orphanMs).unref();
  });
  return { ready: () => void process.send?.("ready"), gone: gone.signal };
}
