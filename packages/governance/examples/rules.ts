import { combine, createCallContext } from "@acta/governance";
import { explain } from "@acta/governance/explain";
import { layer } from "@acta/governance/layers";
import { attributeOf, rulePolicy } from "@acta/governance/rules";

const tenancy = rulePolicy({
  id: "tenancy",
  version: "3",
  rules: [
    { id: "own-files", effect: "allow", when: ({ arguments: { path } }) => String(path).startsWith("/files/") },
    { id: "suspended", effect: "deny", when: (call) => attributeOf(call, "suspended") === true },
  ],
});
const policy = combine([layer("organization", tenancy), layer("tool", () => true)]);
const read = (attributes: { readonly suspended?: boolean }) =>
  createCallContext({ function: "read", arguments: { path: "/files/a" }, attributes });

for (const call of [read({ suspended: false }), read({})]) {
  const { decision, determining, policies } = await explain(policy, call);
  console.log(decision?.kind);
  for (const { layer, rule, why } of determining) console.log(`  because of ${layer}, ${rule}: ${why}`);
  for (const { rule, why } of policies.flatMap(({ rules }) => rules.filter(({ matched }) => !matched)))
    console.log(`  not ${rule}: ${why}`);
}

// prints: allow
// prints:   because of organization, own-files: it holds for the call
// prints:   because of tool, gate: it gives no reason
// prints:   not suspended: it does not hold for the call
// prints: deny
// prints:   because of organization, suspended: it could not be judged: the attribute "suspended" is missing
