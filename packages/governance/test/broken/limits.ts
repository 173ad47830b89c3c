import type { CallContext } from "../../src/call-context.js";
import { deny } from "../../src/decision.js";
import type { DecideOptions, Executed } from "../../src/policy.js";
import { type Breaks, type BrokenPolicy, deciding, having, settling } from "./defects.js";

/** The same call with an id of its own. */
const aliased = (call: CallContext, mark: string): CallContext => ({ ...call, callId: `${call.callId} ${mark}` });

/** Counts what it allows, with a few ways to do it wrong. */
const counting = (more: { readonly free: (count: number, executed: Executed, held: Set<string>, id: string) => number }): Breaks =>
  having((policy) => {
    let count = 0;
    const held = new Set<string>();
    return {
      decide(call: CallContext, options: DecideOptions) {
        const decision = policy.decide(call, { ...options, enforced: false });
        if (decision.kind !== "allow" || held.has(call.callId)) return decision;
        if (count >= 3) return deny("the budget is spent");
        if (options.enforced) {
          count++;
          held.add(call.callId);
        }
        return decision;
      },
      settle({ callId }: CallContext, { executed }: { executed: Executed }) {
        count = more.free(count, executed, held, callId);
      },
    };
  });

export const brokenLimits: readonly BrokenPolicy[] = [
  {
    caughtBy: "limit.holds",
    defect: "never counts",
    breaks: deciding(() => (call, options, decide) => decide(call, { ...options, enforced: false })),
  },
  {
    caughtBy: "limit.repeat",
    defect: "counts each time that it is asked",
    breaks: deciding(() => {
      let count = 0;
      return (call, options, decide) => decide(aliased(call, `${count++}`), options);
    }),
  },
  {
    caughtBy: "limit.at-once",
    defect: "looks first and counts a turn later",
    breaks: deciding(() => async (call, options, decide) => {
      const decision = decide(call, { ...options, enforced: false });
      await undefined;
      if (decision.kind === "allow" && options.enforced) decide(call, options);
      return decision;
    }),
  },
  { caughtBy: "limit.released", defect: "gives nothing back", breaks: settling(() => {}) },
  {
    caughtBy: "limit.executed",
    defect: "gives back what was executed",
    breaks: settling((policy, call) => policy.settle(call, { executed: "no" })),
  },
  {
    caughtBy: "limit.unknown",
    defect: "gives back what may have been executed",
    breaks: settling((policy, call, executed) => policy.settle(call, { executed: executed === "yes" ? "yes" : "no" })),
  },
  {
    caughtBy: "limit.settled-twice",
    defect: "gives back as often as it is told",
    breaks: counting({ free: (count, executed, held, id) => (executed === "no" && held.has(id) ? count - 1 : count) }),
  },
  {
    caughtBy: "limit.refused",
    defect: "gives back what it refused",
    breaks: counting({ free: (count, executed) => (executed === "no" ? count - 1 : count) }),
  },
  {
    caughtBy: "limit.stranger",
    defect: "gives back what it was never asked for",
    breaks: counting({ free: (count, executed, held, id) => (executed === "no" && !held.has(id) ? count - 1 : count) }),
  },
  {
    caughtBy: "limit.unenforced",
    defect: "remembers trials",
    breaks: deciding(() => (call, options, decide) => decide(call, { ...options, enforced: true })),
  },
];
