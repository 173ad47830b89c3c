import type { EventContext } from "./event-context.js";
import type { TerminalStatus } from "./event-status.js";

/** The ends without a result. */
export type Failure = Exclude<TerminalStatus, "completed">;

/** What the work came to after its event had ended without it. */
export type LateResult<R = unknown> =
  | { readonly kind: "returned"; readonly value: R }
  | { readonly kind: "threw"; readonly error: unknown };

/** What an invocation needs of its event: what a subclass may override. */
export interface Work<R> {
  perform(context: EventContext): R | PromiseLike<R>;
  classify(error: unknown): Failure;
  late?(result: LateResult<R>): void | PromiseLike<void>;
}
