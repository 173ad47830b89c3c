import { hasBrand } from "../has-brand.js";

const brand = Symbol.for("acta.invalid-snapshot");

/**
 * `load_failed`: the source threw. `invalid_policies`: it gave no list of policies that can be described. `unversioned_policy`: a policy
 * without a version, whose changes no digest would show. `digest_mismatch`: they are not the policies that were expected.
 */
export type InvalidSnapshotCode = "load_failed" | "invalid_policies" | "unversioned_policy" | "digest_mismatch";

/** Policies that cannot be put into force. */
export class InvalidSnapshot extends Error {
  readonly code: InvalidSnapshotCode;
  readonly [brand] = true;

  constructor(code: InvalidSnapshotCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "InvalidSnapshot";
    this.code = code;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is InvalidSnapshot {
    return hasBrand(value, brand);
  }
}
