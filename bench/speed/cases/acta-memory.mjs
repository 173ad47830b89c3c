// The corrected transaction with its journal in memory.
import { Branch } from "@acta/branch";
import { PermissionPolicy } from "@acta/permissions";
import { addTool, busOf, isAllowed } from "../../shared/governed.mjs";
import { expected, proposed } from "../../shared/tool.mjs";
import { defineCase, stateless } from "../case.mjs";

const request = { function: addTool.name, arguments: proposed };
const requests = (count) => Array.from({ length: count }, (_, a) => ({ function: addTool.name, arguments: { a, b: 2 } }));

const branchOf = (options = {}) => new Branch({ tools: [addTool], policy: isAllowed, hooks: busOf(3).hooks, ...options });

/** One call; a fresh branch for each block. */
export function one(id, group, options = () => ({})) {
  let branch;
  return defineCase({
    id,
    group,
    open: stateless(() => {
      branch = branchOf(options());
      return () => branch.act(request);
    }),
    expect: ([{ success, output, response }]) =>
      success &&
      output === expected &&
      response.content.output === expected &&
      branch.messages.messages.length === 2 &&
      branch.log.length === 1,
  });
}

export function many(id, group, count, options) {
  return defineCase({
    id,
    group,
    calls: count,
    open: stateless(() => {
      const branch = branchOf();
      const proposals = requests(count);
      return () => branch.act(proposals, options);
    }),
    expect: (models) => models.length === count && models.every(({ success, output }, a) => success && output === a + 2),
  });
}

/** Of 1,000 rules over 100 tools, and of fewer, each tool has its share; the call is allowed by the last rule of its tool. */
function rules(count) {
  const tools = Math.max(1, count / 10);
  const allow = { [addTool.name]: patterns(count / tools) };
  for (let index = 1; index < tools; index++) allow[`tool_${index}`] = patterns(count / tools);
  return new PermissionPolicy({ mode: "rules", allow });
}

const patterns = (count) => Array.from({ length: count }, (_, index) => (index === count - 1 ? "*" : `*"a":${index + 1_000}*`));

export const actaInMemory = () => [
  one("acta/one", "acta"),
  many("acta/sequence-100", "acta", 100, { strategy: "sequential" }),
  many("acta/batch-1000", "acta", 1_000),
  ...[0, 1, 5, 20].map((count) => one(`acta/hooks-${count}`, "acta", () => ({ hooks: busOf(count).hooks }))),
  ...[10, 100, 1_000].map((count) => {
    const policy = rules(count);
    return one(`acta/rules-${count}`, "acta", () => ({ policy }));
  }),
];
