import { hasBrand } from "./has-brand.js";
import type { HookPoint } from "./hook-points.js";

const brand = Symbol.for("acta.hook_timeout");

/** A handler had not ended after `timeoutMs` milliseconds. What it does later is ignored. Code `hook_timeout`. (ADR-0012 D2) */
export class HookTimeout extends Error {
  override readonly name = "HookTimeout";
  readonly code = "hook_timeout";
  readonly [brand] = true;
  readonly point: HookPoint;
  readonly timeoutMs: number;

  constructor(point: HookPoint, timeoutMs: number) {
    super(`A handler of "${point}" did not end within ${timeoutMs} ms.`);
    this.point = point;
    this.timeoutMs = timeoutMs;
  }

  /** True for a `HookTimeout` of any copy of this package. */
  static isInstance(value: unknown): value is HookTimeout {
    return hasBrand(value, brand);
  }
}
