import type { FunctionCalling } from "@acta/actions";
import { hasBrand } from "./has-brand.js";
import type { ActionResponseModel } from "./response-model.js";
import { textOf } from "./text-of.js";

/**
 * `invalid_options`, `invalid_envelope`, `branch_taken` (another process holds the branch), `closed`: thrown before anything happened.
 * `invalid_journal`: what a journal answered is no record of the branch; nothing was changed. `act_failed`, `record_lost`: see the subclasses.
 */
export type BranchErrorCode =
  | "invalid_options"
  | "invalid_envelope"
  | "invalid_journal"
  | "branch_taken"
  | "closed"
  | "act_failed"
  | "record_lost";

const brand = Symbol.for("acta.branch-error");

/** Base of what this package throws. */
export class BranchError extends Error {
  override readonly name: string = "BranchError";
  readonly code: BranchErrorCode;
  readonly [brand] = true;

  constructor(code: BranchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is BranchError {
    return hasBrand(value, brand);
  }
}

/** Another process has the branch, or has taken it: it has to be opened again. */
export const branchTaken = (branchId: string) => new BranchError("branch_taken", `another process has the branch ${branchId}`);

/** Thrown by `act` without `suppressErrors` when a call failed; everything is recorded by then. (ADR-0012 D4) */
export class ActFailed extends BranchError {
  override readonly name: string = "ActFailed";
  /** All of them, in request order. */
  readonly responses: readonly ActionResponseModel[];
  /** The errors of the calls that failed, in request order; the first is also the `cause`. */
  readonly errors: readonly Error[];

  constructor(responses: readonly ActionResponseModel[], errors: readonly Error[]) {
    const [first] = errors;
    super("act_failed", errors.length === 1 ? textOf(first) : `${errors.length} calls failed`, { cause: first });
    this.responses = responses;
    this.errors = errors;
  }

  static override isInstance(value: unknown): value is ActFailed {
    return BranchError.isInstance(value) && value.code === "act_failed";
  }
}

/**
 * Thrown by `act`, whatever `suppressErrors` says, when the end of a call could not be stored. The tool is never run again; the branch
 * refuses further calls; recovery settles this one.
 */
export class RecordLost extends BranchError {
  override readonly name: string = "RecordLost";
  readonly callId: string;
  /** How the call went, as far as this process knows. Null where it never started. */
  readonly event: FunctionCalling | null;

  constructor(callId: string, event: FunctionCalling | null, cause: unknown) {
    super("record_lost", unrecorded(callId, event), { cause });
    this.callId = callId;
    this.event = event;
  }

  static override isInstance(value: unknown): value is RecordLost {
    return BranchError.isInstance(value) && value.code === "record_lost";
  }
}

function unrecorded(callId: string, event: FunctionCalling | null): string {
  if (event === null || event.executed === "no") return `the end of the call ${callId} could not be stored`;
  return `the call ${callId} ${event.executed === "yes" ? "was executed" : "may have been executed"}, and its end could not be stored`;
}
