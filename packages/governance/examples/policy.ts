import { allow, createCallContext, deny, evaluate, type Policy } from "@acta/governance";

const limit: Policy = {
  id: "spending-limit",
  version: "2",
  decide: ({ arguments: { cents } }) => (typeof cents === "number" && cents <= 500 ? allow() : deny("above 5.00", { rule: "per-call" })),
};
const broken: Policy = {
  id: "broken",
  decide: () => {
    throw new Error("no database");
  },
};

const call = createCallContext({ function: "pay", arguments: { cents: 900 } });

for (const policy of [limit, broken]) {
  const decision = await evaluate(policy, call, { timeoutMs: 1000 });
  console.log(`${decision.policy}: ${decision.kind}, ${decision.reason} (${decision.rule})`);
}

// prints: spending-limit: deny, above 5.00 (per-call)
// prints: broken: deny, the policy failed: no database (gate_failed)
