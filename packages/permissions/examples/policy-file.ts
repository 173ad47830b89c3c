import { createCallContext } from "@acta/governance";
import { InvalidPolicy, PermissionPolicy } from "@acta/permissions";

const policy = PermissionPolicy.parse(`{
  "id": "deployments",
  "mode": "rules",
  "allow": { "deploy": ["test *", "staging *"] },
  "escalate": { "deploy": ["*"] },
  "tools": { "deploy": { "arguments": [{ "name": "environment" }, { "name": "version" }], "aliases": ["release"] } }
}`);

const call = createCallContext({ function: "deploy", arguments: { version: "1.4.0", environment: "staging" } });
const { decision, text, rules } = policy.explain(call);
console.log(decision.kind, "on", text);
for (const { rule, matched, determining, why } of rules) console.log(rule, matched, determining, why);

try {
  PermissionPolicy.parse('{ "mode": "rules", "deny": { "bash": "rm *" } }');
} catch (error) {
  if (InvalidPolicy.isInstance(error)) console.log(error.code, error.pointer);
}

// prints: allow on staging 1.4.0
// prints: allow.deploy[0] false false The pattern "test *" does not match.
// prints: allow.deploy[1] true true All of it holds.
// prints: escalate.deploy[0] true false All of it holds.
// prints: invalid_policy /deny/bash
