import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.invalid-cedar");

/**
 * `invalid_policies`: the text is no Cedar, or has a template or two policies of one id. `invalid_schema`: the schema is no Cedar schema.
 * `validation_failed`: the policies do not fit the schema.
 */
export type InvalidCedarCode = "invalid_policies" | "invalid_schema" | "validation_failed";

/** Cedar text that cannot be used. `problems`: each as Cedar says it. */
export class InvalidCedar extends Error {
  readonly code: InvalidCedarCode;
  readonly problems: readonly string[];
  readonly [brand] = true;

  constructor(code: InvalidCedarCode, problems: readonly string[], options?: ErrorOptions) {
    super(`The Cedar text cannot be used: ${problems.join("; ")}`, options);
    this.name = "InvalidCedar";
    this.code = code;
    this.problems = problems;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is InvalidCedar {
    return hasBrand(value, brand);
  }
}
