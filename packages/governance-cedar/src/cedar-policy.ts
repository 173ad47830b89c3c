import { abstain, allow, type CallContext, type Decision, deny, type JsonObject } from "@acta/governance";
import type { ExplainingPolicy, RuleExplanation } from "@acta/governance/explain";
import { isAuthorizedPartial, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { type CedarPolicies, readPolicies } from "./cedar-policies.js";
import { requestOf } from "./request.js";
import { Unsupported } from "./to-cedar.js";

export interface CedarPolicyOptions {
  /** Cedar text. */
  readonly policies: string;
  /** Cedar schema text: the policies must fit it. */
  readonly schema?: string | undefined;
  /** Default `cedar`. */
  readonly id?: string | undefined;
  /** Where no policy of the text applies. Default `deny`, as in Cedar. */
  readonly default?: "deny" | "abstain" | undefined;
}

/**
 * Cedar as a policy. A tool is the action (`Action::"name"`) and the resource (`Tool::"name"`), the branch is the principal
 * (`Branch::"id"`), whose attributes are those that the host vouches for; the arguments are in `context.arguments`. Synchronous, without state.
 *
 * `rule` names the policies that determined the answer. An error while a policy is evaluated denies, and so does a call that Cedar cannot carry.
 */
export class CedarPolicy implements ExplainingPolicy {
  readonly id: string;
  /** SHA-256 over policies, schema and default: equal rules, equal version. */
  readonly version: string;
  readonly #policies: CedarPolicies;
  readonly #default: "deny" | "abstain";

  /** Parses once. Throws `InvalidCedar`. */
  constructor(options: CedarPolicyOptions) {
    this.#policies = readPolicies(options.policies, options.schema);
    this.#default = options.default === "abstain" ? "abstain" : "deny";
    this.id = options.id ?? "cedar";
    this.version = `${this.#policies.digest}-${this.#default}`;
    Object.freeze(this);
  }

  decide(call: CallContext): Decision {
    try {
      const answer = statefulIsAuthorized({ ...requestOf(call), preparsedPolicySetId: this.#policies.digest });
      if (answer.type === "failure") return failed("cedar_error", answer.errors.map(({ message }) => message).join("; "));
      const { decision, diagnostics } = answer.response;
      const [error] = diagnostics.errors;
      if (error) return failed(ruleOf(diagnostics.errors.map(({ policyId }) => policyId)), `${error.policyId}: ${error.error.message}`);
      return this.#answer(decision, diagnostics.reason);
    } catch (error) {
      return failed(
        error instanceof Unsupported ? "cedar_unsupported" : "cedar_error",
        error instanceof Error ? error.message : String(error),
      );
    }
  }

  explain(call: CallContext): { readonly rules: readonly RuleExplanation[] } {
    const decision = this.decide(call);
    const determining = decision.rule?.split(separator) ?? [];
    const { satisfied, errored } = this.#matching(call);
    return {
      rules: Object.entries(this.#policies.effect).map(([rule, effect]): RuleExplanation => {
        const isBroken = errored.includes(rule);
        const matched = isBroken || satisfied.includes(rule);
        return {
          rule,
          effect: isBroken || effect === "forbid" ? "deny" : "allow",
          matched,
          determining: matched && determining.includes(rule),
          why: isBroken ? "it could not be evaluated" : (this.#policies.text[rule] ?? ""),
        };
      }),
    };
  }

  /** The rules as data, for snapshots. */
  toJSON(): JsonObject {
    return { policies: this.#policies.text, default: this.#default };
  }

  #answer(decision: "allow" | "deny", reasons: readonly string[]): Decision {
    const rule = ruleOf(reasons);
    if (decision === "allow") return allow({ rule, reason: `permitted by ${rule}` });
    if (reasons.length > 0) return deny(`forbidden by ${rule}`, { rule, code: "permission_denied" });
    const reason = "no policy permits the call";
    return this.#default === "abstain"
      ? abstain({ rule: "default", reason })
      : deny(reason, { rule: "default", code: "permission_denied" });
  }

  /** Every policy that matches, not only those that determine the answer. */
  #matching(call: CallContext): { readonly satisfied: readonly string[]; readonly errored: readonly string[] } {
    try {
      const answer = isAuthorizedPartial({ ...requestOf(call), policies: { staticPolicies: { ...this.#policies.text } } });
      if (answer.type === "residuals") return answer.response;
    } catch {
      // A call that Cedar cannot carry.
    }
    return { satisfied: [], errored: [] };
  }
}

const separator = ", ";
const ruleOf = (ids: readonly string[]) => [...ids].sort().join(separator);
const failed = (rule: string, problem: string): Decision => deny(`Cedar cannot judge the call: ${problem}`, { rule, code: "gate_failed" });
