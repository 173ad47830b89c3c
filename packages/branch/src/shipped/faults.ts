import { Cancellation } from "@acta/event";
import { BranchError, type BranchErrorCode } from "../branch-error.js";

/** What the recorded project throws for a request or options that it refuses: `name` is the recorded type. */
export class RecordedFault extends BranchError {
  override readonly name: string;

  constructor(type: "ValueError" | "TypeError" | "ValidationError" | "ConfigurationError", code: BranchErrorCode, message: string) {
    super(code, message);
    this.name = type;
  }
}

/** An attempt took too long. Code `timed_out`. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  readonly code = "timed_out";

  constructor(timeoutMs: number) {
    super(`Function call timed out after ${timeoutMs / 1_000}s`);
  }
}

const cancellation: unique symbol = Symbol.for("acta.cancellation") as never;

/** Why a call is aborted whose sibling failed, or whose time is over. */
export class CancelledError extends Error {
  readonly [cancellation] = true;
  override readonly name = "CancelledError";
  readonly code = "cancelled";
}

/** A group with a cancellation in it is a cancellation. */
class CancellationGroup extends AggregateError {
  readonly [cancellation] = true;
  override readonly name = "BaseExceptionGroup";
}

/** One error as it is, several as a group. */
export function oneOrGroup(errors: readonly unknown[], message: string): unknown {
  if (errors.length === 1) return errors[0];
  return errors.some(Cancellation.isInstance) ? new CancellationGroup(errors, message) : new AggregateError(errors, message);
}
