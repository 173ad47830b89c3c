import { InvalidPolicy, toPointer } from "./invalid-policy.js";
import { readHost } from "./matchers/host-in.js";
import { isUnclearPath } from "./matchers/path-within.js";
import { type PermissionPolicyData, tableNames } from "./policy-data.js";
import type { ArgumentRule, ArgumentRules, RuleData } from "./rule-data.js";
import { findSuspicion } from "./suspicious-text.js";

type Place = readonly PropertyKey[];

/** What the shape of policy data doesn't tell. Throws `InvalidPolicy`. */
export function checkPolicyData(data: PermissionPolicyData): void {
  for (const table of tableNames) {
    for (const [tool, rules] of Object.entries(data[table] ?? {})) {
      checkName(tool, [table, tool]);
      for (const [index, rule] of rules.entries()) checkRule(rule, tool, [table, tool, index]);
    }
  }
  for (const [tool, { aliases = [] }] of Object.entries(data.tools ?? {})) {
    checkName(tool, ["tools", tool]);
    for (const [index, alias] of aliases.entries()) checkName(alias, ["tools", tool, "aliases", index]);
  }
}

function checkName(name: string, place: Place): void {
  const suspicion = findSuspicion(name);
  if (suspicion === "invisible") throw new InvalidPolicy("a name holds an invisible character", toPointer(place));
  if (suspicion) throw new InvalidPolicy("a name holds characters that look like others", toPointer(place));
}

function checkRule(rule: RuleData, tool: string, place: Place): void {
  if (typeof rule === "string") return;
  if (rule.pattern === undefined && rule.arguments === undefined) {
    throw new InvalidPolicy("a rule needs a pattern or arguments", toPointer(place));
  }
  if (rule.arguments) checkArguments(rule.arguments, [...place, "arguments"]);
  for (const [index, example] of (rule.examples ?? []).entries()) {
    if (tool === "*" && example.tool === undefined) {
      throw new InvalidPolicy("an example of a rule for every tool needs a tool", toPointer([...place, "examples", index]));
    }
  }
}

function checkArguments(rules: ArgumentRules, place: Place): void {
  if (Object.keys(rules).length === 0) throw new InvalidPolicy("it names no argument", toPointer(place));
  for (const [name, rule] of Object.entries(rules)) checkArgument(rule, [...place, name]);
}

function checkArgument(rule: ArgumentRule, place: Place): void {
  if (Object.keys(rule).length === 0) throw new InvalidPolicy("it has no condition", toPointer(place));
  for (const [index, folder] of [rule.pathWithin ?? []].flat().entries()) {
    const at = typeof rule.pathWithin === "string" ? [...place, "pathWithin"] : [...place, "pathWithin", index];
    if (isUnclearPath(folder)) throw new InvalidPolicy("systems read this path differently", toPointer(at));
  }
  for (const [index, host] of (rule.hostIn ?? []).entries()) {
    const bare = host.startsWith("*.") ? host.slice(2) : host;
    const isHost = !/[/:?#*]/.test(bare.replace(/^\[[0-9a-f:.]+\]$/i, "")) && readHost(bare) !== undefined;
    if (!isHost) throw new InvalidPolicy("it is not a host", toPointer([...place, "hostIn", index]));
  }
  const { min, max } = rule.range ?? {};
  if (min !== undefined && max !== undefined && min > max) throw new InvalidPolicy("the range is empty", toPointer([...place, "range"]));
  if (rule.range && min === undefined && max === undefined) {
    throw new InvalidPolicy("the range has no bound", toPointer([...place, "range"]));
  }
  if (rule.fields) checkArguments(rule.fields, [...place, "fields"]);
}
