import type { Decision } from "@acta/governance";
import type { RuleExplanation } from "@acta/governance/explain";
import type { CompiledRule, Subject } from "./compiled-rule.js";
import { printable } from "./printable.js";
import { inOrder } from "./rule-table.js";
import type { Rulebook, ToolRules } from "./rulebook.js";

/**
 * The rules about the tool of a call, by their ids, and what else determines the answer: `mode.allow_all`, `mode.deny_all`, `shell_syntax` or
 * `default`. Exactly one determines; every `why` is safe to show.
 */
export function explainRules(rulebook: Rulebook, { tables }: ToolRules, subject: Subject, decision: Decision): readonly RuleExplanation[] {
  const asked = tables.flatMap((candidates) => [...inOrder(candidates)]);
  const missed = rulebook.tables.flatMap((table) => (table.widens ? [] : otherSpellings(rulebook, table.keys, subject, asked)));
  const rules = asked.map((compiled): RuleExplanation => {
    const { id, table } = compiled.rule;
    return { rule: id, effect: table, ...compiled.explain(subject), determining: id === decision.rule };
  });
  const all = [...rules, ...missed];
  if (all.some(({ determining }) => determining)) return all;
  const { rule = "default", kind, reason = "" } = decision;
  return [...all, { rule, effect: kind, matched: true, determining: true, why: printable(reason) }];
}

/** Rules that would allow a tool whose name only looks the same. */
function otherSpellings(
  rulebook: Rulebook,
  keys: ReadonlyMap<string, readonly CompiledRule[]>,
  { call }: Subject,
  asked: readonly CompiledRule[],
): RuleExplanation[] {
  const rules = [...keys].flatMap(([key, compiled]) => (rulebook.sameTool(key, call.function) || key === "*" ? compiled : []));
  return rules
    .filter((compiled) => !asked.includes(compiled))
    .map(({ rule }) => {
      const why = `It allows ${JSON.stringify(rule.tool)}, and the tool of the call is ${JSON.stringify(call.function)}: names are exact where a rule allows.`;
      return { rule: rule.id, effect: rule.table, matched: false, determining: false, why: printable(why) };
    });
}
