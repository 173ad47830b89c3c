import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.permission-error");

/** Thrown by a processor before the tool ran: the call ends `denied` (`permission_denied`). Nothing else counts as one. (ADR-0012 D5) */
export class PermissionError extends Error {
  readonly code = "permission_denied";
  readonly [brand] = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PermissionError";
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is PermissionError {
    return hasBrand(value, brand);
  }
}
