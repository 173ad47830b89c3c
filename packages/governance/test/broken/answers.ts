import type { CallContext } from "../../src/call-context.js";
import type { SpendingLimit } from "../spending-limit.js";
import { type BrokenPolicy, deciding, having } from "./defects.js";

let made = 0;
const table: Record<string, unknown> = { read: () => ({ kind: "abstain" }) };

function merge(target: Record<string, unknown>, source: object): void {
  for (const [key, value] of Object.entries(source)) {
    if (typeof value !== "object" || value === null) target[key] = value;
    else {
      target[key] ??= {};
      merge(target[key] as Record<string, unknown>, value);
    }
  }
}

export const brokenAnswers: readonly BrokenPolicy[] = [
  { caughtBy: "id.stable", defect: "numbers itself", breaks: having(() => ({ id: `spending-${made++}` })) },
  { caughtBy: "version.stable", defect: "has the time of its making as version", breaks: having(() => ({ version: `${made++}` })) },
  { caughtBy: "answers.examples", defect: "denies everything", breaks: deciding(() => () => false) },
  {
    caughtBy: "answers.throws-nothing",
    defect: "trusts the type of an argument",
    breaks: deciding(() => (call, options, decide) => {
      if (call.function === "pay") (call.arguments.cents as { toString(): string }).toString();
      return decide(call, options);
    }),
  },
  {
    caughtBy: "answers.rejects-nothing",
    defect: "trusts the type of an argument, a turn later",
    breaks: deciding(() => async (call, options, decide) => {
      if (call.function === "pay") (call.arguments.cents as { toString(): string }).toString();
      return decide(call, options);
    }),
  },
  {
    caughtBy: "answers.well-formed",
    defect: "answers undefined to a tool that it does not know",
    breaks: deciding(() => (call, options, decide) => (call.function === "pay" ? decide(call, options) : undefined)),
  },
  {
    caughtBy: "names.inherited",
    defect: "looks a tool up in an object",
    breaks: deciding(
      () => (call, options, decide) => (call.function === "read" || table[call.function] === undefined ? decide(call, options) : true),
    ),
  },
  {
    caughtBy: "call.untouched",
    defect: "writes into the arguments",
    breaks: deciding(() => (call, options, decide) => {
      if (!Object.isFrozen(call.arguments)) Object.assign(call.arguments, { checked: true });
      return decide(call, options);
    }),
  },
  {
    caughtBy: "call.prototypes",
    defect: "merges the arguments into an object",
    breaks: deciding(() => (call, options, decide) => {
      try {
        merge({}, call.arguments);
      } catch {
        // What cannot be merged is not.
      }
      return decide(call, options);
    }),
  },
  {
    caughtBy: "explain.examples",
    defect: "calls every rule determining",
    breaks: having((policy) => ({ explain: allDetermining(policy) })),
  },
  {
    caughtBy: "explain.anything",
    defect: "explains only what has a price",
    breaks: having((policy) => ({
      explain: (call: CallContext) => (typeof call.arguments.cents === "number" ? policy.explain(call) : { rules: null }),
    })),
  },
  {
    caughtBy: "explain.no-trace",
    defect: "decides in order to explain",
    breaks: having((policy) => ({
      explain(call: CallContext) {
        policy.decide(call, { enforced: true, timeoutMs: 1, signal: new AbortController().signal });
        return policy.explain(call);
      },
    })),
  },
  {
    caughtBy: "combined.strictest",
    defect: "claims to be advisory",
    breaks: having(() => ({ advisory: true })),
  },
  {
    caughtBy: "shadowed.reports",
    defect: "does not judge what is not enforced",
    breaks: deciding(() => (call, options, decide) => (options.enforced ? decide(call, options) : true)),
  },
  {
    caughtBy: "shadowed.no-trace",
    defect: "remembers trials",
    breaks: deciding(() => (call, options, decide) => decide(call, { ...options, enforced: true })),
  },
];

function allDetermining(policy: SpendingLimit) {
  return (call: CallContext) => ({ rules: policy.explain(call).rules.map((rule) => ({ ...rule, determining: true })) });
}
