import { abstain, allow, deny } from "@acta/governance";

const hourMs = 3_600_000;

/**
 * Calls may cost so many cents within an hour. A call costs what its argument `cents` says, else what its tool costs; one that costs nothing
 * is none of this policy's business.
 *
 * @implements {import("@acta/governance/explain").ExplainingPolicy}
 */
export class SpendingLimit {
  id = "spending-limit";
  /** @type {string} */
  version;
  #centsPerHour;
  /** @type {ReadonlyMap<string, number>} */
  #prices;
  /** What each call has reserved, by its id. @type {Map<string, { at: number, cents: number }>} */
  #reserved = new Map();

  /** @param {{ centsPerHour: number, prices?: { readonly [tool: string]: number } }} options */
  constructor({ centsPerHour, prices = {} }) {
    this.#centsPerHour = centsPerHour;
    this.#prices = new Map(Object.entries(prices));
    this.version = JSON.stringify([centsPerHour, [...this.#prices].sort()]);
  }

  /**
   * Reserves what the call costs. Time is `call.at`.
   *
   * @param {import("@acta/governance").CallContext} call
   * @param {import("@acta/governance").DecideOptions} options
   */
  decide(call, { enforced }) {
    const { cents, decision } = this.#judge(call);
    if (enforced && decision.kind === "allow") {
      this.#forgetBefore(call.at - hourMs);
      this.#reserved.set(call.callId, { at: call.at, cents });
    }
    return decision;
  }

  /**
   * Gives back what was not spent; what may have been spent stays reserved.
   *
   * @param {import("@acta/governance").CallContext} call
   * @param {{ readonly executed: import("@acta/governance").Executed }} end
   */
  settle({ callId }, { executed }) {
    if (executed === "no") this.#reserved.delete(callId);
  }

  /** @param {import("@acta/governance").CallContext} call */
  explain(call) {
    const { decision } = this.#judge(call);
    const rules = /** @type {const} */ ([
      ["no-price", "deny"],
      ["per-hour", "deny"],
      ["within-budget", "allow"],
    ]);
    return {
      rules: rules.map(([rule, effect]) => {
        const matched = decision.rule === rule;
        return { rule, effect, matched, determining: matched, why: matched ? (decision.reason ?? "") : "it does not hold for the call" };
      }),
    };
  }

  /** @param {import("@acta/governance").CallContext} call */
  #judge(call) {
    const { cents = this.#prices.get(call.function) } = call.arguments;
    if (cents === undefined) return { cents: 0, decision: abstain({ reason: "it costs nothing" }) };
    if (!Number.isSafeInteger(cents) || cents < 0) {
      return { cents: 0, decision: deny("the call does not say what it costs", { rule: "no-price" }) };
    }
    const left = this.#centsPerHour - this.#spentWithout(call);
    const decision =
      cents > left
        ? deny(`the call costs ${cents} cents, and ${left} are left in this hour`, { rule: "per-hour" })
        : allow({ rule: "within-budget", reason: "within the budget", advice: { leftCents: left - cents } });
    return { cents, decision };
  }

  /** @param {import("@acta/governance").CallContext} call */
  #spentWithout({ callId, at }) {
    let sum = 0;
    for (const [id, { at: when, cents }] of this.#reserved) if (id !== callId && when > at - hourMs) sum += cents;
    return sum;
  }

  /** @param {number} at */
  #forgetBefore(at) {
    for (const [id, { at: when }] of this.#reserved) if (when <= at) this.#reserved.delete(id);
  }
}

/** What a host calls that loads a policy by the name of its file. */
export const createPolicy = (options = { centsPerHour: 10_000 }) => new SpendingLimit(options);
