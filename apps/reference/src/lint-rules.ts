import type { FileSystemView, PermissionPolicy, PermissionPolicyData } from "@acta/permissions";
import { type Finding, lintPolicy } from "@acta/permissions/lint";
import type { Output } from "./io.js";
import { printable } from "./printable.js";
import { toolNames } from "./tool-names.js";

/** Of further ones only their number is told. */
const mostWarnings = 5;

/** What in a policy cannot be meant so, for the tools that the app has. */
export const lintRules = (policy: PermissionPolicy, fileSystem: FileSystemView): readonly Finding[] =>
  lintPolicy(policy.toJSON(), { fileSystem, tools: toolNames() });

/** Tells of rules for tools that there are not: most often a mistyped name, so that a rule which was to protect something does not. */
export function warnOfUnknownTools(policy: PermissionPolicy, output: Output): void {
  const tools = toolNames();
  const unknown = lintPolicy(firstRules(policy.toJSON(), tools), { tools }).filter(({ code }) => code === "unknown_tool");
  for (const { message } of unknown.slice(0, mostWarnings)) output.write(`Warning: ${printable(message)}\n`);
  const more = unknown.length - mostWarnings;
  if (more > 0) output.write(`Warning: ${more} more of the kind; policy check shows all.\n`);
}

/** The first rule of each name that is not exactly one of these tools: to compare all rules with each other takes too long before a run. */
function firstRules(policy: PermissionPolicyData, tools: readonly string[]): PermissionPolicyData {
  const firstOf = (table: PermissionPolicyData["deny"] = {}) =>
    Object.fromEntries(Object.entries(table).flatMap(([name, rules]) => (tools.includes(name) ? [] : [[name, rules.slice(0, 1)]])));
  const { deny, allow, escalate } = policy;
  return { ...policy, deny: firstOf(deny), allow: firstOf(allow), escalate: firstOf(escalate) };
}
