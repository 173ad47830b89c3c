import { abstain, allow, combine, createCallContext, escalate, evaluate, shadow } from "@acta/governance";

const policy = combine([
  // A gate: true allows, false denies.
  (call) => call.arguments.path !== "/etc/passwd",
  (call) => (call.effect === "read" ? abstain() : escalate("it writes", { approvers: ["ops"] })),
  () => allow({ obligations: { timeoutMs: 5000 } }),
  // On trial: asked and reported, never counted.
  shadow(
    () => false,
    (call, decision) => console.log(`trial on ${call.function}: ${decision.kind}`),
  ),
]);

for (const effect of ["read", "unsafe"] as const) {
  const decision = await evaluate(policy, createCallContext({ function: "open", arguments: { path: "/tmp/x" }, effect }));
  console.log(`${effect}: ${decision.kind}`);
}

// prints: trial on open: deny
// prints: read: allow
// prints: trial on open: deny
// prints: unsafe: escalate
