import type { CallContext } from "../call-context.js";
import type { Decision } from "../decision.js";
import type { Policy } from "../policy.js";

type Awaitable<T> = T | PromiseLike<T>;

/** `stateful`: it remembers calls, and allows only so many (`limit`). `explains`: it has an `explain`. */
export type PolicyCapability = "stateful" | "explains";

/** A case that does not run for this subject, and why. The author of the policy owns it; the kit knows no policy. */
export interface Skip {
  readonly id: string;
  readonly reason: string;
}

/** How much a policy with a memory allows. */
export interface Limit {
  /** How many of these calls a fresh policy allows before it refuses the next. At least 1. */
  readonly admits: number;
  /** A call that counts, with a `callId` of its own, always at the same `at`. */
  call(): CallContext;
}

/** What the kit needs to try a policy. */
export interface PolicySubject {
  /** As in the report: `SUBJECT: N passed, …`. */
  readonly name: string;
  readonly capabilities: readonly PolicyCapability[];
  readonly skips?: readonly Skip[] | undefined;
  /** A policy that has seen nothing, made of the same rules each time. */
  create(): Awaitable<Policy>;
  /** Calls that a fresh policy answers so, each with a `callId` of its own. At least two kinds. */
  readonly examples: { readonly [Kind in Decision["kind"]]?: (() => CallContext) | undefined };
  /** Needed for `stateful`. */
  readonly limit?: Limit | undefined;
  /** Called after a case, also a failed one, for each policy that it created. */
  dispose?(policy: Policy): Awaitable<void>;
}
