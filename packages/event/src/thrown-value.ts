import { read } from "./read.js";

const brand: unique symbol = Symbol.for("acta.thrown_value");

/** Stands for something that was thrown but is no error (a string, null, a plain object), so that `execution.error` always is one. */
export class ThrownValue extends Error {
  readonly [brand] = true;
  override readonly name = "ThrownValue";
  readonly code = "thrown_value";

  /** @param value what was thrown; also the `cause` */
  constructor(readonly value: unknown) {
    super(`Not an error, but thrown: ${typeof value === "string" ? value : typeof value}.`, { cause: value });
  }

  /** True for every instance, whichever copy of the package made it. */
  static isInstance(value: unknown): value is ThrownValue {
    return read(value, brand) === true;
  }
}
