import type { AbortSignalLike } from "./abort-signal-like.js";
import type { CallContext } from "./call-context.js";
import { type Decision, type DenialCode, type Deny, isDecision, unknownObligations } from "./decision.js";
import { freezeJson } from "./freeze-json.js";
import { hasBrand } from "./has-brand.js";
import type { DecideOptions, Policy, PolicyLike } from "./policy.js";

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
  let who: Answerer = gate;
  try {
    if (typeof policy !== "function") who = answererOf(policy);
    const verdict = typeof policy === "function" ? policy(call, asked) : policy.decide(call, asked);
    return isThenable(verdict) ? wait(verdict, who, asked, options) : judge(verdict, who);
  } catch (error) {
    return failed(error, who, options);
  }
}

/** Who answered, as each decision names it. */
interface Answerer {
  readonly policy: string;
  readonly layer?: string | undefined;
}

const gate: Answerer = { policy: "gate" };
/** What most functions answer. */
const allowed: Decision = Object.freeze({ kind: "allow", ...gate });

function answererOf({ id, layer }: Policy): Answerer {
  return layer === undefined ? { policy: String(id) } : { policy: String(id), layer: String(layer) };
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

function wait(answer: PromiseLike<unknown>, who: Answerer, asked: Question, options: EvaluateOptions): Promise<Decision> {
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
      const decision = denial("gate_timeout", `no answer within ${asked.timeoutMs} ms`, who);
      asked.abort(new Error(decision.reason));
      resolve(decision);
    };
    const timer = setTimeout(late, Math.min(asked.timeoutMs, longestDelayMs));
    if (signal?.aborted) cancelled();
    else signal?.addEventListener("abort", cancelled, { once: true });
    // `Promise.resolve` would hand a promise back as it is, with a `then` that somebody may have replaced.
    new Promise((settle) => settle(answer))
      .then(
        (verdict) => judge(verdict, who),
        (error) => failed(error, who, options),
      )
      .finally(stop)
      .then(resolve, reject);
  });
}

function judge(verdict: unknown, who: Answerer): Decision {
  if (verdict === true) return who === gate ? allowed : Object.freeze({ kind: "allow", ...who });
  if (verdict === false) return denial("gate_denied", "denied", who);
  try {
    const answer = freezeJson(verdict);
    if (isDecision(answer)) return Object.freeze(Object.assign({}, answer as Decision, who));
    const unknown = unknownObligations(answer);
    if (unknown.length > 0) return denial("obligation_unmet", `nobody knows the obligation ${unknown.join(", ")}`, who);
  } catch {
    // Not even plain data: as malformed as any other answer that is no decision.
  }
  return denial("gate_invalid", "the answer is neither a boolean nor a decision", who);
}

function failed(error: unknown, who: Answerer, options: EvaluateOptions): Decision {
  if (hasBrand(error, cancellation)) throw error;
  if (options.signal?.aborted) throw options.signal.reason;
  return denial("gate_failed", `the policy failed: ${describeError(error)}`, who);
}

/** A denial that no rule of a policy made: the code is its rule. */
export function denial(code: DenialCode, reason: string, who?: Answerer): Deny {
  return Object.freeze({ kind: "deny", code, reason, rule: code === "gate_denied" ? undefined : code, ...who });
}

/** An error as one text, whatever was thrown. */
export function describeError(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "an error without a text";
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
