import type { AbortSignalLike } from "./abort-signal-like.js";
import type { CallContext } from "./call-context.js";
import { type Decision, type DenialCode, type Deny, isDecision } from "./decision.js";
import { freezeJson } from "./freeze-json.js";
import { hasBrand } from "./has-brand.js";
import type { DecideOptions, PolicyLike } from "./policy.js";

export interface EvaluateOptions {
  /** Cancels the evaluation. Read only when it is needed, so it may be an accessor. */
  readonly signal?: AbortSignalLike | undefined;
  /** Milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Default true. */
  readonly enforced?: boolean | undefined;
}

const cancellation = Symbol.for("acta.cancellation");
const defaultTimeoutMs = 30_000;
/** The longest delay that a timer takes; a longer wait would fire at once. */
const longestDelayMs = 2_147_483_647;

/**
 * The one place that fails closed: a throw, a hang or junk is a denial with its own code (`gate_failed`, `gate_timeout`, `gate_invalid`).
 * Throws only cancellation: the reason of `signal`, or an error with Acta's cancellation brand. Answers without a promise when the policy does.
 */
export function evaluate(policy: PolicyLike, call: CallContext, options: EvaluateOptions = {}): Decision | Promise<Decision> {
  const asked = new Question(options);
  let id = "gate";
  try {
    if (typeof policy !== "function") id = String(policy.id);
    const verdict = typeof policy === "function" ? policy(call, asked) : policy.decide(call, asked);
    return isThenable(verdict) ? wait(verdict, id, asked, options) : judge(verdict, id);
  } catch (error) {
    return failed(error, id, options);
  }
}

/** What a policy is handed; its signal is made only for those who look at it. */
class Question implements DecideOptions {
  readonly enforced: boolean;
  readonly timeoutMs: number;
  readonly #options: EvaluateOptions;
  #controller: AbortController | undefined;
  /** Why nobody waits any more; like every reason of a signal never undefined. */
  #reason: unknown;

  constructor(options: EvaluateOptions) {
    this.enforced = options.enforced ?? true;
    this.timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#options = options;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const { signal } = this.#options;
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
      else if (signal?.aborted) this.#controller.abort(signal.reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}

function wait(answer: PromiseLike<unknown>, id: string, asked: Question, options: EvaluateOptions): Promise<Decision> {
  const { signal } = options;
  return new Promise<Decision>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancelled);
    };
    const cancelled = () => {
      stop();
      asked.abort(signal?.reason);
      reject(signal?.reason);
    };
    const late = () => {
      stop();
      const decision = denial("gate_timeout", `no answer within ${asked.timeoutMs} ms`, id);
      asked.abort(new Error(decision.reason));
      resolve(decision);
    };
    const timer = setTimeout(late, Math.min(asked.timeoutMs, longestDelayMs));
    if (signal?.aborted) cancelled();
    else signal?.addEventListener("abort", cancelled, { once: true });
    // `Promise.resolve` would hand a promise back as it is, with a `then` that somebody may have replaced.
    new Promise((settle) => settle(answer))
      .then(
        (verdict) => judge(verdict, id),
        (error) => failed(error, id, options),
      )
      .finally(stop)
      .then(resolve, reject);
  });
}

function judge(verdict: unknown, id: string): Decision {
  if (verdict === true) return Object.freeze({ kind: "allow", policy: id });
  if (verdict === false) return denial("gate_denied", "denied", id);
  try {
    const answer = freezeJson(verdict);
    if (isDecision(answer)) return Object.freeze(Object.assign({}, answer, { policy: id }));
  } catch {
    // Not even plain data: as malformed as any other answer that is no decision.
  }
  return denial("gate_invalid", "the answer is neither a boolean nor a decision", id);
}

function failed(error: unknown, id: string, options: EvaluateOptions): Decision {
  if (hasBrand(error, cancellation)) throw error;
  if (options.signal?.aborted) throw options.signal.reason;
  return denial("gate_failed", `the policy failed: ${describe(error)}`, id);
}

/** A denial that no rule of a policy made: the code is its rule. */
export function denial(code: DenialCode, reason: string, policy?: string): Deny {
  return Object.freeze({ kind: "deny", code, reason, rule: code === "gate_denied" ? undefined : code, policy });
}

function describe(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "an error without a text";
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
