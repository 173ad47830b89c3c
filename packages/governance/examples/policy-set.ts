import { createCallContext, evaluate } from "@acta/governance";
import { rulePolicy } from "@acta/governance/rules";
import { simulate } from "@acta/governance/simulate";
import { PolicySet } from "@acta/governance/snapshot";

const upTo = (cents: number) =>
  rulePolicy({
    id: "limit",
    version: `${cents}`,
    rules: [{ id: "small", effect: "allow", when: ({ arguments: { cents: asked } }) => Number(asked) <= cents }],
  });

const policies = await PolicySet.load(() => [upTo(500)]);
const call = createCallContext({ function: "pay", arguments: { cents: 300 } });
const before = await evaluate(policies, call);
console.log(before.kind, before.snapshot === policies.version);

// What would a lower limit have changed?
const { newlyDenied, newlyAllowed } = await simulate(upTo(200), [{ call, decision: before }]);
console.log(`newly denied: ${newlyDenied.count}, newly allowed: ${newlyAllowed.count}`);

// A reload that fails changes nothing, and says so.
const failed = await policies.swap(() => {
  throw new Error("no such file");
});
console.log(failed.kind, failed.digest === before.snapshot);

const swapped = await policies.swap(() => [upTo(200)]);
const after = await evaluate(policies, call);
console.log(swapped.kind, after.kind, after.snapshot === before.snapshot);

// prints: allow true
// prints: newly denied: 1, newly allowed: 0
// prints: kept true
// prints: swapped deny false
