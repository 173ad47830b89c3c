import type { AbortSignalLike } from "@acta/event";
import type { EmitOptions } from "@acta/hooks";
import type { Scope } from "../scope.js";
import type { Act } from "./act.js";

/** How long a handler of an isolated point is waited for, and who hears of its error. The signal is made for those who look at it. */
export class HookLimits implements EmitOptions {
  readonly timeoutMs: number;
  readonly onError: (error: unknown) => void;
  readonly callId: string | null;
  readonly #act: Act;

  constructor(act: Act, callId: string | null) {
    const { scope } = act;
    this.timeoutMs = scope.gateTimeoutMs;
    this.onError = reporter(scope, callId);
    this.callId = callId;
    this.#act = act;
  }

  get signal(): AbortSignalLike {
    return this.#act.caller;
  }
}

const reporter = (scope: Scope, callId: string | null) => (error: unknown) => scope.report({ code: "hook_failed", callId, error });
