import { createCallContext } from "@acta/governance";
import { InvalidPolicy, PermissionPolicy } from "@acta/permissions";

const policy = PermissionPolicy.parse(`{
  "id": "deployments",
  "mode": "rules",
  "allow": { "deploy": ["staging *"] },
  "escalate": { "deploy": ["*"] },
  "tools": { "deploy": { "arguments": [{ "name": "environment" }, { "name": "version" }], "aliases": ["release"] } }
}`);

const call = createCallContext({ function: "deploy", arguments: { version: "1.4.0", environment: "staging" } });
const { decision, text, matches } = policy.explain(call);
console.log(decision.kind, "on", text);
for (const { id, determining } of matches) console.log(id, determining ? "determines" : "matches too");

try {
  PermissionPolicy.parse('{ "mode": "rules", "deny": { "bash": "rm *" } }');
} catch (error) {
  if (InvalidPolicy.isInstance(error)) console.log(error.code, error.pointer);
}

// prints: allow on staging 1.4.0
// prints: allow.deploy[0] determines
// prints: escalate.deploy[0] matches too
// prints: invalid_policy /deny/bash
