import { type CallContext, createCallContext, type Decision } from "@acta/governance";
import { InvalidPolicy, toPointer } from "./invalid-policy.js";
import { type PermissionPolicyData, tableNames } from "./policy-data.js";
import { printable } from "./printable.js";
import type { RuleExample } from "./rule-data.js";

/** Asks the policy about the examples of its rules. Throws `InvalidPolicy` at the first that gets another answer than it expects. */
export function checkExamples(data: PermissionPolicyData, policy: { decide(call: CallContext): Decision }): void {
  for (const table of tableNames) {
    for (const [tool, rules] of Object.entries(data[table] ?? {})) {
      for (const [place, rule] of rules.entries()) {
        const examples = typeof rule === "string" ? [] : (rule.examples ?? []);
        for (const [index, example] of examples.entries()) {
          const { kind, reason = "" } = policy.decide(toCall(example, tool));
          if (kind === example.expect) continue;
          const problem = `rule ${table}.${tool}[${place}], example ${index} expects ${example.expect} and gets ${kind}: ${reason}`;
          throw new InvalidPolicy(printable(problem.replace(/\.$/, "")), toPointer([table, tool, place, "examples", index]));
        }
      }
    }
  }
}

const toCall = ({ tool, arguments: values }: RuleExample, key: string): CallContext =>
  createCallContext({ function: tool ?? key, arguments: values, callId: "example", at: 0 });
