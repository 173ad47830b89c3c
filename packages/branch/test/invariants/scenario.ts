import type { Fault } from "@acta/journal/testing";
import fc from "fast-check";

/** What happens at one step of a call. Delays are simulated milliseconds. */
export type Step = { readonly after: number | null; readonly does: "give" | "throw"; readonly what: number };

export interface CallPlan {
  readonly tool: "read" | "idempotent" | "unsafe" | "unknown";
  readonly arguments: "object" | "text" | "array" | "instance";
  readonly repeats: "nothing" | "message" | "correlation";
  readonly decide: "allow" | "deny" | "abstain" | "defer" | "escalate" | "junk" | "throw" | "never" | "cancel" | "slow";
  readonly guard: "pass" | "stop" | "throw" | "junk" | "never";
  readonly preprocess: "none" | "change" | "junk" | "throw" | "permission";
  /** By attempt; the last one repeats. */
  readonly runs: readonly Step[];
  readonly postprocess: "none" | "throw";
}

export interface Scenario {
  readonly acts: readonly (readonly CallPlan[])[];
  readonly strategy: "concurrent" | "sequential";
  readonly suppressErrors: boolean;
  readonly siblings: "isolate" | "stop" | "cancel" | undefined;
  readonly concurrency: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly attempts: number;
  readonly retryDelayMs: number;
  /** When the caller aborts: 0 is before `act`. */
  readonly abortAt: number | null;
  readonly onEscalate: "none" | "true" | "arguments" | "refuse" | "throw" | "never";
  readonly isAsynchronous: boolean;
  readonly fault: {
    readonly kind: "call.proposed" | "call.intended" | "call.settled";
    readonly fault: Exclude<Fault, "hang">;
    readonly from: number;
    readonly times: number;
  } | null;
  readonly troubles: readonly ("hook" | "observer" | "callback" | "settle" | "diagnostic")[];
}

const often = <T, U>(usual: T, weight: number, others: readonly U[]) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: fc.constantFrom(...others), weight: 1 });

const step: fc.Arbitrary<Step> = fc.record({
  after: fc.oneof(
    { arbitrary: fc.constant(0), weight: 3 },
    { arbitrary: fc.integer({ min: 1, max: 40 }), weight: 2 },
    { arbitrary: fc.constant(null), weight: 1 },
  ),
  does: often("give" as const, 2, ["throw"] as const),
  what: fc.nat({ max: 7 }),
});

const call: fc.Arbitrary<CallPlan> = fc.record({
  tool: often("unsafe" as const, 1, ["read", "read", "idempotent", "idempotent", "unknown"] as const),
  arguments: often("object", 16, ["text", "array", "instance"] as const),
  repeats: often("nothing", 8, ["message", "correlation"] as const),
  decide: fc.oneof(
    {
      arbitrary: often("allow" as const, 4, [
        "deny",
        "abstain",
        "defer",
        "escalate",
        "escalate",
        "junk",
        "throw",
        "never",
        "slow",
      ] as const),
      weight: 800,
    },
    { arbitrary: fc.constant("cancel" as const), weight: 1 },
  ),
  guard: often("pass", 8, ["stop", "throw", "junk", "never"] as const),
  preprocess: often("none", 6, ["change", "change", "junk", "throw", "permission"] as const),
  runs: fc.array(step, { minLength: 1, maxLength: 3 }),
  postprocess: often("none", 8, ["throw"] as const),
});

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  acts: fc.array(fc.array(call, { minLength: 1, maxLength: 19, size: "max" }), { minLength: 1, maxLength: 3, size: "max" }),
  strategy: fc.constantFrom("concurrent", "sequential"),
  suppressErrors: often(true as boolean, 3, [false]),
  siblings: fc.constantFrom(undefined, undefined, "isolate", "stop", "cancel"),
  concurrency: fc.constantFrom(undefined, 1, 2, Number.POSITIVE_INFINITY),
  timeoutMs: fc.constantFrom(undefined, undefined, 10, 30),
  attempts: fc.constantFrom(1, 1, 2, 3),
  retryDelayMs: fc.constantFrom(0, 0, 5),
  abortAt: often(null, 3, [0, 1, 1, 7, 7, 25, 1_000] as const),
  onEscalate: fc.constantFrom("none", "none", "true", "true", "arguments", "refuse", "throw", "never"),
  isAsynchronous: fc.boolean(),
  fault: fc.oneof(
    { arbitrary: fc.constant(null), weight: 4 },
    {
      arbitrary: fc.record({
        kind: fc.constantFrom("call.proposed", "call.intended", "call.settled"),
        fault: fc.constantFrom("fail", "lose_answer"),
        from: fc.nat({ max: 5 }),
        times: fc.constantFrom(1, 1, 4, 9),
      }),
      weight: 1,
    },
  ),
  troubles: fc.subarray(["hook", "observer", "callback", "settle", "diagnostic"]),
});
