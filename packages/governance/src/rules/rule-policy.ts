import type { CallContext } from "../call-context.js";
import { strictest } from "../combine.js";
import { abstain, allow, type Decision, deny, escalate, type Obligations } from "../decision.js";
import { describeError } from "../evaluate.js";
import type { ExplainingPolicy, RuleExplanation } from "../explain/explained-rules.js";
import { AttributeMissing } from "./attribute.js";

export interface Rule {
  /** Stable; decisions name it. */
  readonly id: string;
  readonly effect: "allow" | "deny" | "escalate";
  /**
   * Whether it holds for a call. A rule that throws, for lack of an attribute for example, or that answers no boolean, counts as a match
   * when it denies or escalates, and as no match when it allows.
   */
  readonly when: (call: CallContext) => boolean;
  readonly reason?: string | undefined;
  /** Of a rule that allows or escalates. */
  readonly obligations?: Obligations | undefined;
  /** Of a rule that escalates. */
  readonly approvers?: readonly string[] | undefined;
}

export interface RulePolicy extends ExplainingPolicy {
  readonly version: string;
  decide(call: CallContext): Decision;
  explain(call: CallContext): { readonly rules: readonly RuleExplanation[] };
}

/** A policy of rules that are programs: the strictest of those that match answers, whatever their order; none: it abstains. */
export function rulePolicy(options: { readonly id: string; readonly version: string; readonly rules: readonly Rule[] }): RulePolicy {
  const { id, version } = options;
  const rules = options.rules.map((rule) => Object.freeze({ ...rule }));
  const decide = (call: CallContext): Decision => {
    const answers = rules.flatMap((rule) => {
      const tried = tryRule(rule, call);
      return tried.matched ? [answerOf(rule, tried)] : [];
    });
    return answers.length > 0 ? strictest(answers) : abstain({ reason: "no rule matches" });
  };
  return {
    id,
    version,
    decide,
    explain(call) {
      const { kind } = decide(call);
      return {
        rules: rules.map((rule) => {
          const { matched, why } = tryRule(rule, call);
          return { rule: rule.id, effect: rule.effect, matched, determining: matched && rule.effect === kind, why };
        }),
      };
    },
  };
}

interface Tried {
  readonly matched: boolean;
  readonly why: string;
  /** Of a rule that could not be judged. */
  readonly code?: "attribute_missing" | "gate_failed" | undefined;
}

function tryRule({ effect, when, reason }: Rule, call: CallContext): Tried {
  try {
    const matched: unknown = when(call);
    if (matched === true) return { matched, why: reason ?? "it holds for the call" };
    if (matched === false) return { matched, why: "it does not hold for the call" };
    return unjudged(effect, "its answer is no boolean", "gate_failed");
  } catch (error) {
    return unjudged(effect, describeError(error), AttributeMissing.isInstance(error) ? "attribute_missing" : "gate_failed");
  }
}

const unjudged = (effect: Rule["effect"], problem: string, code: Tried["code"]): Tried => ({
  matched: effect !== "allow",
  why: `it could not be judged: ${problem}`,
  code,
});

function answerOf({ id: rule, effect, obligations, approvers }: Rule, { why, code }: Tried): Decision {
  if (effect === "allow") return allow({ rule, reason: why, obligations });
  return effect === "deny" ? deny(why, { rule, code }) : escalate(why, { rule, approvers, obligations });
}
