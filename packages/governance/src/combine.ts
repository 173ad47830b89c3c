import type { CallContext } from "./call-context.js";
import type { Allow, Decision, Escalate, Obligations } from "./decision.js";
import { denial, type EvaluateOptions, evaluate } from "./evaluate.js";
import type { Executed, Policy, PolicyLike } from "./policy.js";

const strictness: Readonly<Record<Decision["kind"], number>> = { deny: 4, defer: 3, escalate: 2, allow: 1, abstain: 0 };

/**
 * Asks every policy and gives the strictest answer: deny > defer > escalate > allow > abstain. Order decides only which of equally
 * strict answers is reported: the first. Where all abstain, or there is none that counts, the answer is deny.
 */
export function combine(policies: readonly PolicyLike[], options: { readonly id?: string | undefined } = {}): Policy {
  const all = [...policies];
  const id = options.id ?? "combined";
  return {
    id,
    policies: all,
    get version() {
      return all.map((policy) => (typeof policy === "function" ? "" : (policy.version ?? ""))).join("+");
    },
    decide(call, asked) {
      const answer = evaluateAll(all, call, asked);
      return answer instanceof Promise ? answer.then(orDeny) : orDeny(answer);
    },
    settle: (call, end) => settleAll(all, call, end),
  };
}

const orDeny = (decision: Decision | null) => decision ?? strictest([]);

/**
 * The decision of several policies, each failing closed on its own and bounded by the same time. Null: none of them counts.
 * A cancellation is a rejection, so that no other policy's promise is left without a reader.
 */
export function evaluateAll(
  policies: readonly PolicyLike[],
  call: CallContext,
  options: EvaluateOptions = {},
): Decision | null | Promise<Decision | null> {
  const [only, second] = policies;
  if (only !== undefined && second === undefined && !isAdvisory(only)) {
    const answer = ask(only, call, options);
    return answer instanceof Promise ? answer.then(alone) : alone(answer);
  }
  const counted: (Decision | Promise<Decision>)[] = [];
  let waiting: Promise<Decision>[] | undefined;
  for (const policy of policies) {
    const answer = ask(policy, call, options);
    if (answer instanceof Promise) {
      waiting ??= [];
      waiting.push(answer);
    }
    if (!isAdvisory(policy)) counted.push(answer);
  }
  if (waiting === undefined) return conclude(counted as Decision[]);
  return Promise.all(waiting).then(async () => conclude(await Promise.all(counted)));
}

function ask(policy: PolicyLike, call: CallContext, options: EvaluateOptions): Decision | Promise<Decision> {
  try {
    return evaluate(policy, call, options);
  } catch (cancellation) {
    return Promise.reject(cancellation);
  }
}

/** What `strictest` makes of one decision. */
const alone = (decision: Decision) => (decision.kind === "allow" ? decision : strictest([decision]));

const conclude = (decisions: readonly Decision[]) => (decisions.length > 0 ? strictest(decisions) : null);

/**
 * The strictest of several decisions. An allow or an escalation carries the merged obligations of all of them, also of those that are milder:
 * an approval takes no condition away. One approval serves all that escalate, so it is for whom each of them names, in the shortest time; where that
 * is nobody: deny. None, or nothing but abstentions: deny.
 */
export function strictest(decisions: readonly Decision[]): Decision {
  let result: Decision | undefined;
  for (const decision of decisions) {
    if (result === undefined || strictness[decision.kind] > strictness[result.kind]) result = decision;
  }
  if (result === undefined || result.kind === "abstain") return denial("gate_denied", "no policy had an opinion");
  if (result.kind === "escalate") result = mergeEscalations(result, decisions);
  return result.kind === "allow" || result.kind === "escalate" ? mergeObligations(result, decisions) : result;
}

function mergeEscalations(result: Escalate, decisions: readonly Decision[]): Decision {
  const all = decisions.filter((decision) => decision.kind === "escalate");
  if (all.length === 1 && result.approvers?.length !== 0) return result;
  const lists = all.flatMap(({ approvers }) => (approvers === undefined ? [] : [approvers]));
  const approvers = lists[0]?.filter((name) => lists.every((list) => list.includes(name)));
  if (approvers?.length === 0) return denial("gate_denied", "it needs an approval that nobody may give for all policies");
  return { ...result, approvers, expiresInMs: least(all.map(({ expiresInMs }) => expiresInMs)) };
}

function mergeObligations(result: Allow | Escalate, decisions: readonly Decision[]): Decision {
  if (!decisions.some(isObliging)) return result;
  const all: Obligations[] = [];
  for (const decision of decisions) if ("obligations" in decision && decision.obligations) all.push(decision.obligations);
  if (all.length < 2) return all[0] && all[0] !== result.obligations ? { ...result, obligations: all[0] } : result;
  const executors = union(all.map((each) => (each.executor === undefined ? [] : [each.executor])));
  if (executors && executors.length > 1) return denial("obligation_unmet", `two executors are required: ${executors.join(", ")}`);
  const obligations: Obligations = {
    timeoutMs: least(all.map((each) => each.timeoutMs)),
    maxResultBytes: least(all.map((each) => each.maxResultBytes)),
    executor: executors?.[0],
    redact: union(all.map((each) => each.redact)),
    notify: union(all.map((each) => each.notify)),
  };
  return { ...result, obligations };
}

const isObliging = (decision: Decision) => "obligations" in decision && decision.obligations !== undefined;

function least(numbers: readonly (number | undefined)[]): number | undefined {
  const given = numbers.filter((number) => number !== undefined);
  return given.length > 0 ? Math.min(...given) : undefined;
}

function union(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const given = lists.flatMap((list) => list ?? []);
  return given.length > 0 ? [...new Set(given)] : undefined;
}

export function isAdvisory(policy: PolicyLike): boolean {
  try {
    return typeof policy === "object" && policy.advisory === true;
  } catch {
    // What cannot be read counts, and denies.
    return false;
  }
}

/** Tells every policy how a call ended; one that throws does not keep the others from knowing. */
export async function settleAll(policies: readonly PolicyLike[], call: CallContext, end: { readonly executed: Executed }): Promise<void> {
  const told = await Promise.allSettled(
    policies.map(async (policy) => (typeof policy === "function" ? undefined : policy.settle?.(call, end))),
  );
  const errors = told.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, "several policies failed to settle");
}
