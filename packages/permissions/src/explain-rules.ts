import type { Decision } from "@acta/governance";
import type { CompiledRule, Subject } from "./compiled-rule.js";
import { printable } from "./printable.js";
import { inOrder } from "./rule-table.js";
import type { Rulebook, ToolRules } from "./rulebook.js";

/** What one rule says of a call. */
export interface RuleExplanation {
  /** Id of the rule, or `mode.allow_all`, `mode.deny_all`, `shell_syntax`, `default`. */
  readonly rule: string;
  readonly effect: Decision["kind"];
  readonly matched: boolean;
  /** Whether the policy's answer is this one. True exactly once. */
  readonly determining: boolean;
  /** What holds and what does not, in sentences that are safe to show. */
  readonly why: string;
}

/** The rules about the tool of a call, and what else determines the answer. */
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
