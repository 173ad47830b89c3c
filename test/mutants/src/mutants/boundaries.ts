import type { Mutant } from "../mutant.js";

export const boundaries: readonly Mutant[] = [
  {
    rule: "D5.gate-payload",
    file: "packages/branch/src/corrected/authorize.ts",
    find: "    attributes: settings.attributes,",
    replace: "    attributes: {},",
    why: "the gate does not see the attributes",
  },
  {
    rule: "D5.validation-after",
    file: "packages/branch/src/corrected/decide.ts",
    find: "    const validated = validate(call, call.tool, raw);",
    replace: "    void authorize(call, raw);\n    const validated = validate(call, call.tool, raw);",
    why: "the policy is asked before the arguments are validated",
  },
  {
    rule: "D5.processor-payload",
    file: "packages/actions/src/prepare.ts",
    find: "const answer = processor(current, context);",
    replace: "const answer = processor(preparation.raw, context);",
    why: "a processor gets the raw arguments",
  },
  {
    rule: "D5.chain",
    file: "packages/actions/src/prepare.ts",
    find: "  await judgeArguments(preparation, parsed);\n",
    replace: "",
    why: "arguments that changed are not judged again",
  },
  {
    rule: "D5.permission-check",
    file: "packages/permissions/src/policy-data.ts",
    find: '["deny", "allow", "escalate"]',
    replace: '["allow", "deny", "escalate"]',
    why: "allow wins over deny",
  },
  {
    rule: "D5.permission-error",
    file: "packages/actions/src/function-calling.ts",
    find: 'this.#executed === "no" && (NotAdmitted.isInstance(error) || PermissionError.isInstance(error))',
    replace: '(this.#executed === "no" && NotAdmitted.isInstance(error)) || PermissionError.isInstance(error)',
    why: "an event is skipped though its tool ran",
  },
  {
    rule: "D5.low-level",
    file: "packages/actions/src/action-manager.ts",
    find: "    const raw = parseArguments(call.arguments);",
    replace:
      '    if (typeof tool.policy === "function") await tool.policy(call as never, {} as never);\n    const raw = parseArguments(call.arguments);',
    why: "the low-level manager asks the tool's policy",
  },
  {
    rule: "D5.callable",
    file: "packages/actions/src/processors.ts",
    find: "{ value: tool[method].bind(tool), enumerable: true }",
    replace:
      "{\n      enumerable: true,\n      value: (input: never, context: never) => {\n        for (const each of processors.pre) each(input, context);\n        return tool[method]?.(input, context);\n      },\n    }",
    why: "the callable itself runs the processors",
  },
  {
    rule: "D5.escalate",
    file: "packages/branch/src/corrected/decide-approval.ts",
    find: "  call.approved = [...open.approved.flatMap(toApproved), { canonical: canonicalJson(input), by: options.by }];\n",
    replace: "",
    why: "what was approved is escalated again",
  },
  {
    rule: "D5.model-paths",
    file: "packages/branch/src/corrected/invoke.ts",
    find: "act.scope.actions.executorFor(tool)",
    replace: 'act.scope.actions.executor("inline")',
    why: "calls go past the executor of their tool",
  },
  {
    rule: "D6.blocking",
    file: "packages/actions/src/watched.ts",
    find: "if (blockedMs > limitMs) report(call, blockedMs);",
    replace: "",
    why: "a tool that blocks the loop is not reported",
  },
  {
    rule: "D6.offload-convention",
    file: "packages/actions/src/action-manager.ts",
    find: "this.#executors.get(tool.executor ?? inline.name)",
    replace: "this.#executors.get(inline.name)",
    why: "a tool runs elsewhere than it declares",
  },
];
