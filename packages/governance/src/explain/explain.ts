import type { AbortSignalLike } from "../abort-signal-like.js";
import type { CallContext } from "../call-context.js";
import { isAdvisory, strictest } from "../combine.js";
import { type Decision, deny } from "../decision.js";
import { describeError, evaluate } from "../evaluate.js";
import type { Policy, PolicyLike } from "../policy.js";
import { type ExplainingPolicy, type RuleExplanation, readExplainedRules } from "./explained-rules.js";
import { within } from "./within.js";

/** What one policy makes of a call. */
export interface PolicyExplanation {
  readonly policy: string;
  readonly layer?: string | undefined;
  /** Ids of the policies that it is part of, the outermost first. */
  readonly within: readonly string[];
  /** Its answer is never counted. */
  readonly advisory: boolean;
  readonly decision: Decision;
  /** Whether the whole is decided as it is because of this policy. */
  readonly determining: boolean;
  /** Every rule that it tells of; of one that tells of none, the rule that its decision names. Those of a policy made of others are theirs. */
  readonly rules: readonly RuleExplanation[];
  /** Why its rules are not all here. */
  readonly problem?: string | undefined;
}

export interface Explanation {
  readonly enforced: false;
  /** Null: no policy counts. */
  readonly decision: Decision | null;
  /** Each policy, followed by those that it is made of. */
  readonly policies: readonly PolicyExplanation[];
  /** The rules because of which the call is decided as it is. */
  readonly determining: readonly (RuleExplanation & { readonly policy: string; readonly layer?: string | undefined })[];
}

export interface ExplainOptions {
  readonly signal?: AbortSignalLike | undefined;
  /** Milliseconds that each policy has. Default 30,000. */
  readonly timeoutMs?: number | undefined;
}

/** Deeper than anybody composes policies; one that is part of itself ends here. */
const maxDepth = 16;

/**
 * What policies make of a call, rule by rule, without enforcing anything. Whatever a policy does, its explanation is a value; rejects only
 * with the reason of `signal`.
 */
export async function explain(
  policies: PolicyLike | readonly PolicyLike[],
  call: CallContext,
  options: ExplainOptions = {},
): Promise<Explanation> {
  const asked = await explainAll(Array.isArray(policies) ? policies : [policies as PolicyLike], call, options, nowhere);
  const counted = asked.filter(({ own }) => !own.advisory);
  const decision = counted.length > 0 ? strictest(counted.map(({ own }) => own.decision)) : null;
  const explained = asked.flatMap((one) => flatten(one, decision?.kind ?? null));
  return Object.freeze({ enforced: false, decision, policies: explained, determining: explained.flatMap(determiningRules) });
}

interface Asked {
  readonly own: Omit<PolicyExplanation, "determining">;
  readonly parts: readonly Asked[];
}

/** Where a policy stands: what is not labelled itself has the label of what it is part of. */
interface Place {
  readonly within: readonly string[];
  readonly layer: string | undefined;
}

const nowhere: Place = { within: [], layer: undefined };

const explainAll = (policies: readonly PolicyLike[], call: CallContext, options: ExplainOptions, place: Place) =>
  Promise.all(policies.map((policy) => explainOne(policy, call, options, place)));

async function explainOne(policy: PolicyLike, call: CallContext, options: ExplainOptions, place: Place): Promise<Asked> {
  const parts = place.within.length < maxDepth ? partsOf(policy) : [];
  const decision = await decisionOf(policy, call, options);
  const { policy: id = "gate", layer = place.layer } = decision;
  const told = parts.length > 0 ? { rules: [] } : await rulesOf(policy, call, decision, options);
  return {
    own: { policy: id, layer, within: place.within, advisory: isAdvisory(policy), decision, ...told },
    parts: await explainAll(parts, call, options, { within: [...place.within, id], layer }),
  };
}

function partsOf(policy: PolicyLike): readonly PolicyLike[] {
  try {
    const { policies } = policy as Policy;
    return Array.isArray(policies) ? [...policies] : [];
  } catch {
    return [];
  }
}

async function decisionOf(policy: PolicyLike, call: CallContext, { signal, timeoutMs }: ExplainOptions): Promise<Decision> {
  try {
    return await evaluate(policy, call, { signal, timeoutMs, enforced: false });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    return deny(`cancelled: ${describeError(error)}`);
  }
}

type Told = Pick<PolicyExplanation, "rules" | "problem">;

async function rulesOf(policy: PolicyLike, call: CallContext, decision: Decision, options: ExplainOptions): Promise<Told> {
  const named = namedRule(decision);
  try {
    if (typeof (policy as Partial<ExplainingPolicy>).explain !== "function") return { rules: named };
    const told = await within(options, Promise.resolve((policy as ExplainingPolicy).explain(call)));
    const rules = readExplainedRules(told);
    return rules ? { rules } : { rules: named, problem: "its explanation is not well-formed" };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    return { rules: named, problem: `its explanation failed: ${describeError(error)}` };
  }
}

/** The one rule that is known of a policy that tells of none. */
function namedRule({ kind, rule, reason, policy }: Decision): readonly RuleExplanation[] {
  if (kind === "abstain") return [];
  return [{ rule: rule ?? policy ?? "gate", effect: kind, matched: true, determining: true, why: reason ?? "it gives no reason" }];
}

/** A part determines the whole where what it is part of does, and answers alike. */
function flatten({ own, parts }: Asked, kind: Decision["kind"] | null): PolicyExplanation[] {
  const determining = !own.advisory && own.decision.kind === kind;
  return [Object.freeze({ ...own, determining }), ...parts.flatMap((part) => flatten(part, determining ? kind : null))];
}

const determiningRules = ({ determining, policy, layer, rules }: PolicyExplanation) =>
  determining ? rules.filter((rule) => rule.determining).map((rule) => ({ ...rule, policy, layer })) : [];
