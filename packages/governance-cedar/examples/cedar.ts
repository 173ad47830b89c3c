import { createCallContext, evaluate } from "@acta/governance";
import { CedarPolicy } from "@acta/governance-cedar";

const policy = new CedarPolicy({
  policies: `
    @id("small-payments")
    permit(principal, action == Action::"pay", resource)
    when { context.arguments has cents && context.arguments.cents <= 500 };

    @id("suspended")
    forbid(principal, action, resource)
    when { principal.suspended };
  `,
});

const pay = (cents: number, attributes = {}) => createCallContext({ function: "pay", arguments: { cents }, attributes });

for (const call of [
  pay(500, { suspended: false }),
  pay(501, { suspended: false }),
  pay(1, { suspended: true }),
  pay(1), // Nobody said whether it is suspended: the forbid cannot be evaluated, so it holds.
]) {
  const decision = await evaluate(policy, call);
  console.log(`${decision.kind} (${decision.rule})`);
}

// prints: allow (small-payments)
// prints: deny (default)
// prints: deny (suspended)
// prints: deny (suspended)
