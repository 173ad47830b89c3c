import { type CallContext, createCallContext } from "@acta/governance";
import { InvalidPolicy, toPointer } from "./invalid-policy.js";
import type { Explanation } from "./permission-policy.js";
import { type PermissionPolicyData, tableNames } from "./policy-data.js";
import { printable } from "./printable.js";
import type { RuleExample } from "./rule-data.js";

/** Asks the policy about the examples of its rules. Throws `InvalidPolicy` at the first that gets another answer than it expects. */
export function checkExamples(data: PermissionPolicyData, policy: { explain(call: CallContext): Explanation }): void {
  for (const table of tableNames) {
    for (const [tool, rules] of Object.entries(data[table] ?? {})) {
      for (const [place, rule] of rules.entries()) {
        const examples = typeof rule === "string" ? [] : (rule.examples ?? []);
        for (const [index, example] of examples.entries()) {
          const { decision, rules: explained } = policy.explain(toCall(example, tool));
          if (decision.kind === example.expect) continue;
          const id = `${table}.${tool}[${place}]`;
          const own = explained.find(({ rule, determining }) => rule === id && !determining);
          const why = [decision.reason, ...(own ? [`${id}: ${own.why}`] : [])].join(" ");
          const problem = `rule ${id}, example ${index} expects ${example.expect} and gets ${decision.kind}: ${why}`;
          throw new InvalidPolicy(printable(problem.replace(/\.$/, "")), toPointer([table, tool, place, "examples", index]));
        }
      }
    }
  }
}

const toCall = ({ tool, arguments: values }: RuleExample, key: string): CallContext =>
  createCallContext({ function: tool ?? key, arguments: values, callId: "example", at: 0 });
