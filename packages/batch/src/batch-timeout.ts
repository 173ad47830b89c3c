import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.batch_timeout");

/** An attempt had not ended after `timeoutMs` milliseconds. What it does later is ignored. Code `timed_out`. (ADR-0012 D4) */
export class BatchTimeout extends Error {
  override readonly name = "BatchTimeout";
  readonly code = "timed_out";
  readonly [brand] = true;
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The attempt did not end within ${timeoutMs} ms.`);
    this.timeoutMs = timeoutMs;
  }

  /** True for a `BatchTimeout` of any copy of this package. */
  static isInstance(value: unknown): value is BatchTimeout {
    return hasBrand(value, brand);
  }
}
