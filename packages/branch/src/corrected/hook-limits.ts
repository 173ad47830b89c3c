import type { AbortSignalLike } from "@acta/event";
import type { EmitOptions } from "@acta/hooks";
import type { Act } from "./act.js";

/** How long a handler of an isolated point is waited for, and who hears of its error. Signal and reporter are made for those who look at them. */
export class HookLimits implements EmitOptions {
  readonly timeoutMs: number;
  readonly callId: string | null;
  readonly #act: Act;

  constructor(act: Act, callId: string | null) {
    this.timeoutMs = act.scope.gateTimeoutMs;
    this.callId = callId;
    this.#act = act;
  }

  get onError(): (error: unknown) => void {
    return (error) => this.#act.scope.report({ code: "hook_failed", callId: this.callId, error });
  }

  get signal(): AbortSignalLike {
    return this.#act.caller;
  }
}
