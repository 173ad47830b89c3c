import type { CallContext } from "../call-context.js";
import type { Decision } from "../decision.js";
import { freezeJson } from "../freeze-json.js";
import type { Json, JsonObject } from "../json.js";
import type { Policy } from "../policy.js";

/** What one rule makes of a call. */
export interface RuleExplanation {
  /** As decisions name it. */
  readonly rule: string;
  /** What it answers where it matches. */
  readonly effect: Decision["kind"];
  readonly matched: boolean;
  /** Whether the policy answers as it does because of this rule. */
  readonly determining: boolean;
  /** For people: why it matched, or why not. */
  readonly why: string;
}

export interface ExplainedRules {
  readonly rules: readonly RuleExplanation[];
}

/** A policy that can say which of its rules match a call. Asked without any obligation: it reserves and remembers nothing. */
export interface ExplainingPolicy extends Policy {
  explain(call: CallContext): ExplainedRules | PromiseLike<ExplainedRules>;
}

const effects: readonly unknown[] = ["allow", "deny", "escalate", "defer", "abstain"];

/** Its members, copied; undefined where it is not what it should be. */
export function readExplainedRules(value: unknown): readonly RuleExplanation[] | undefined {
  try {
    // Only the rules are read: what else a policy says of itself is its own affair.
    const rules = freezeJson((value as ExplainedRules).rules);
    return Array.isArray(rules) && rules.every(isRule) ? (rules as unknown as readonly RuleExplanation[]) : undefined;
  } catch {
    return undefined;
  }
}

function isRule(value: Json): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { rule, effect, matched, determining, why } = value as JsonObject;
  const isText = typeof rule === "string" && typeof why === "string";
  return isText && effects.includes(effect) && typeof matched === "boolean" && typeof determining === "boolean";
}
