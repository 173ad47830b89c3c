import { defineTool } from "@acta/actions";
import { Branch } from "@acta/branch";
import {
  allow,
  type CallContext,
  createCallContext,
  type DecideOptions,
  deny,
  type Executed,
  evaluate,
  type Policy,
} from "@acta/governance";
import { runCases } from "@acta/governance/conformance";
import { z } from "zod";

const hour = 3_600_000;

/** At most so many cents within an hour. */
class SpendingLimit implements Policy {
  readonly id = "spending-limit";
  readonly version: string;
  readonly #reserved = new Map<string, { readonly at: number; readonly cents: number }>();

  constructor(private readonly centsPerHour: number) {
    this.version = `${centsPerHour}`;
  }

  decide(call: CallContext, { enforced }: DecideOptions) {
    const { cents } = call.arguments;
    if (typeof cents !== "number" || cents < 0) return deny("the call does not say what it costs", { rule: "no-price" });
    if (this.#spentWithout(call) + cents > this.centsPerHour) return deny("the hour's budget is spent", { rule: "per-hour" });
    if (enforced) this.#reserved.set(call.callId, { at: call.at, cents });
    return allow();
  }

  settle(call: CallContext, { executed }: { readonly executed: Executed }) {
    if (executed === "no") this.#reserved.delete(call.callId);
  }

  #spentWithout({ callId, at }: CallContext): number {
    let sum = 0;
    for (const [id, { at: when, cents }] of this.#reserved) if (id !== callId && when > at - hour) sum += cents;
    return sum;
  }
}

// On its own: contexts are made, time is what they say it is.
const limit = new SpendingLimit(100);
const pay = (cents: unknown, at = 0) => createCallContext({ function: "pay", arguments: { cents }, at });
const first = pay(70);
const kinds = [
  await evaluate(limit, first),
  await evaluate(limit, first), // The same call again reserves nothing more.
  await evaluate(limit, pay(30), { enforced: false }), // A dry run reserves nothing at all.
  await evaluate(limit, pay(40)),
  await evaluate(limit, pay(40, hour)),
  await evaluate(limit, pay("a lot")),
].map(({ kind }) => kind);
console.log(kinds.join(" "));

// What did not run is given back.
limit.settle(first, { executed: "no" });
console.log((await evaluate(limit, pay(40))).kind);

// Against the kit of the contract.
const results = await runCases({
  name: "spending limit",
  capabilities: ["stateful"],
  create: () => new SpendingLimit(300),
  examples: { allow: () => pay(100), deny: () => pay("a lot") },
  limit: { admits: 3, call: () => pay(100) },
});
console.log(results.filter(({ outcome }) => outcome === "failed").length, "cases failed");

// In a branch: both calls are decided before either runs.
const tool = defineTool({
  name: "pay",
  description: "Pays.",
  input: z.object({ cents: z.number().int().positive() }),
  run: ({ cents }) => `paid ${cents}`,
});
const branch = new Branch({ tools: [tool], policy: new SpendingLimit(100) });
const responses = await branch.act([60, 60].map((cents) => ({ function: "pay", arguments: { cents } })));
for (const { success, output, outcome } of responses) console.log(success ? output : `${outcome.kind}: ${outcome.error.message}`);

// prints: allow allow allow deny allow deny
// prints: allow
// prints: 0 cases failed
// prints: paid 60
// prints: denied: the hour's budget is spent
