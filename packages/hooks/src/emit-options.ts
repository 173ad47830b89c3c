import type { HookErrorReporter } from "./hook-points.js";
import type { WaitLimits } from "./wait-within.js";

export interface EmitOptions extends WaitLimits {
  /** Told about the errors of this emission, before the bus's `onHandlerError`. */
  readonly onError?: HookErrorReporter | undefined;
}
