import type { EventRuntime } from "./event-runtime.js";

export interface EventOptions {
  /** Default: a random UUID. */
  readonly id?: string | undefined;
  /** Copied, one level deep. Default: an object of its own. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly runtime?: EventRuntime | undefined;
}
