import type { CallContext } from "../../src/call-context.js";
import { type Decision, deny } from "../../src/decision.js";
import type { DecideOptions } from "../../src/policy.js";
import type { SpendingLimit } from "../spending-limit.js";
import { type BrokenPolicy, deciding, having } from "./defects.js";

const aDay = 86_400_000;
let made = 0;

const remembering = () => {
  const answers = new Map<string, Decision>();
  return (call: CallContext, options: DecideOptions, decide: SpendingLimit["decide"]) => {
    const answer = answers.get(call.callId) ?? decide(call, options);
    answers.set(call.callId, answer);
    return answer;
  };
};

export const brokenRepeats: readonly BrokenPolicy[] = [
  {
    caughtBy: "repeat.same-call",
    defect: "answers a call once",
    breaks: deciding(() => {
      const seen = new Set<string>();
      return (call, options, decide) => {
        if (seen.has(call.callId)) return deny("seen");
        seen.add(call.callId);
        return decide(call, options);
      };
    }),
  },
  { caughtBy: "repeat.other-arguments", defect: "remembers its answer by the id of the call", breaks: deciding(remembering) },
  {
    caughtBy: "repeat.other-policy",
    defect: "answers by chance",
    breaks: (policy) => {
      const isOdd = made++ % 2 === 1;
      return deciding(() => (call, options, decide) => (isOdd ? deny("bad luck") : decide(call, options)))(policy);
    },
  },
  {
    caughtBy: "repeat.at-once",
    defect: "keeps the call in a variable of its own while it waits",
    breaks: deciding(() => {
      let current: CallContext;
      return async (call, options, decide) => {
        current = call;
        await undefined;
        return decide(current, options);
      };
    }),
  },
  {
    caughtBy: "time.call-at",
    defect: "looks at the clock",
    breaks: deciding(() => (call, options, decide) => (Date.now() > call.at + aDay ? deny("too late") : decide(call, options))),
  },
  {
    caughtBy: "unenforced.same-answer",
    defect: "allows whatever is not enforced",
    breaks: deciding(() => (call, options, decide) => !options.enforced || decide(call, options)),
  },
  {
    caughtBy: "settle.accepted",
    defect: "throws at the end of a call that it has never seen",
    breaks: having((policy) => {
      const seen = new Set<string>();
      return {
        decide(call: CallContext, options: DecideOptions) {
          seen.add(call.callId);
          return policy.decide(call, options);
        },
        settle({ callId }: CallContext) {
          if (!seen.has(callId)) throw new Error(`unknown call ${callId}`);
        },
      };
    }),
  },
];
