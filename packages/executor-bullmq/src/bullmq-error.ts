import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.bullmq-error");

/**
 * `invalid_options`: thrown; the others are errors of calls.
 *
 * Of the caller: `closed`, `invalid_call`, `arguments_too_large`, `attempt_taken`, `queue_refused`. Of a worker: `invalid_job`,
 * `arguments_changed`, `unknown_tool`, `unsafe_refused`, `claim_failed`, `result_too_large`. Only after the last one did the tool run.
 */
export type BullmqErrorCode = (typeof codes)[number];

const codes = [
  "invalid_options",
  "closed",
  "invalid_call",
  "arguments_too_large",
  "attempt_taken",
  "queue_refused",
  "invalid_job",
  "arguments_changed",
  "unknown_tool",
  "unsafe_refused",
  "claim_failed",
  "result_too_large",
] as const;

export const isBullmqErrorCode = (value: unknown): value is BullmqErrorCode => (codes as readonly unknown[]).includes(value);

/** What this package refuses. `code` is stable, the message is for people. */
export class BullmqError extends Error {
  override readonly name = "BullmqError";
  readonly code: BullmqErrorCode;
  readonly [brand] = true;

  constructor(code: BullmqErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is BullmqError {
    return hasBrand(value, brand);
  }
}
