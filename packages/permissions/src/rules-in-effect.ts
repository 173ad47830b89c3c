import type { Json } from "@acta/governance";
import { type PermissionPolicyData, type PermissionRules, tableNames } from "./policy-data.js";
import type { RuleData } from "./rule-data.js";
import type { ToolDescription } from "./tool-description.js";

/** What of a policy can change an answer, written one way however it was given: without its name, examples and the address of its schema. */
export function rulesInEffect(data: PermissionPolicyData, tools: Readonly<Record<string, ToolDescription>>): Json {
  const tables = Object.fromEntries(tableNames.map((table) => [table, tableInEffect(data[table] ?? {})]));
  return { mode: data.mode, default: data.default ?? "deny", ...tables, tools } as unknown as Json;
}

/** The same policy, whose rules have no examples. */
export function withoutExamples(data: PermissionPolicyData): PermissionPolicyData {
  const given = tableNames.filter((table) => data[table] !== undefined);
  return { ...data, ...Object.fromEntries(given.map((table) => [table, tableInEffect(data[table] ?? {})])) };
}

function tableInEffect(rules: PermissionRules): { readonly [tool: string]: readonly RuleData[] } {
  return Object.fromEntries(Object.entries(rules).map(([tool, list]) => [tool, list.map(ruleInEffect)]));
}

function ruleInEffect(rule: RuleData): RuleData {
  if (typeof rule === "string") return rule;
  const { examples: _, ...effective } = rule;
  return effective.pattern !== undefined && effective.arguments === undefined ? effective.pattern : effective;
}
