import { hasBrand } from "../has-brand.js";
import type { Check } from "./case.js";

const brand = Symbol.for("acta.check-failed");

/** A case found that its subject breaks an obligation. Code `check_failed`. */
export class CheckFailed extends Error {
  readonly code = "check_failed";
  readonly [brand] = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CheckFailed";
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is CheckFailed {
    return hasBrand(value, brand);
  }
}

/** Throws `CheckFailed`. */
export const plainCheck: Check = {
  ok(value: unknown, message: string): asserts value {
    if (!value) throw new CheckFailed(message);
  },
  equal(actual, expected, message) {
    const [found, wanted] = [canonical(actual), canonical(expected)];
    if (found !== wanted) throw new CheckFailed(`${message}: expected ${preview(wanted)}, found ${preview(found)}`);
  },
};

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${JSON.stringify(key)}:${canonical(member)}`],
  );
  return `{${members.sort().join(",")}}`;
}

const preview = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
