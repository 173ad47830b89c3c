import { hasBrand } from "./has-brand.js";
import type { HookPoint } from "./hook-points.js";

const brand = Symbol.for("acta.hook_invalid");

/**
 * A handler of a blocking point answered with something. Such an answer (say `false`) was meant to decide, and a hook
 * decides only by throwing. Code `hook_invalid`. (ADR-0012 D2)
 */
export class HookInvalid extends Error {
  override readonly name = "HookInvalid";
  readonly code = "hook_invalid";
  readonly [brand] = true;
  readonly point: HookPoint;

  constructor(point: HookPoint) {
    super(`A handler of "${point}" returned a value; a blocking handler returns nothing, or throws to block.`);
    this.point = point;
  }

  /** True for a `HookInvalid` of any copy of this package. */
  static isInstance(value: unknown): value is HookInvalid {
    return hasBrand(value, brand);
  }
}
