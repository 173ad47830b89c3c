import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.stop_hook");

/**
 * Thrown by a handler: later handlers of this emission are skipped, and the call goes on. It is never reported as an error.
 * To block a call from `tool.pre`, throw anything else. Code `stop_hook`. (ADR-0012 D2)
 */
export class StopHook extends Error {
  override readonly name = "StopHook";
  readonly code = "stop_hook";
  readonly [brand] = true;

  constructor(message = "A handler asked to skip the later handlers of this hook.", options?: ErrorOptions) {
    super(message, options);
  }

  /** True for a `StopHook` of any copy of this package. */
  static isInstance(value: unknown): value is StopHook {
    return hasBrand(value, brand);
  }
}
