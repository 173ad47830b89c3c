import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.not-json");

/** A value that is not plain JSON data. `path` is the JSON pointer (RFC 6901) of the offending place. */
export class NotJson extends Error {
  readonly code = "not_json";
  readonly path: string;
  readonly [brand] = true;

  constructor(problem: string, path: string, options?: ErrorOptions) {
    super(`${problem}${path === "" ? "" : ` at ${path}`}`, options);
    this.name = "NotJson";
    this.path = path;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is NotJson {
    return hasBrand(value, brand);
  }
}
