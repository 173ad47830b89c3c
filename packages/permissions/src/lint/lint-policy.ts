import type { Rule, TableName } from "../compiled-rule.js";
import { type PermissionOptions, PermissionPolicy } from "../permission-policy.js";
import { readPolicyData, tableNames } from "../policy-data.js";
import { Rulebook } from "../rulebook.js";
import { withoutExamples } from "../rules-in-effect.js";
import { covers } from "./covers.js";
import type { Finding } from "./finding.js";
import { type Asked, hidesEscalate } from "./hides-escalate.js";
import { neverMatches } from "./never-matches.js";
import { UnknownTools } from "./unknown-tools.js";

export interface LintOptions extends PermissionOptions {
  /** The names of all tools that there are: what a policy says of another one is a finding. Without it any tool may be there. */
  readonly tools?: readonly string[] | undefined;
}

/**
 * What in a policy can't be meant so, each a finding; only what is sure is one. Takes what `PermissionPolicy.from` takes; throws
 * `InvalidPolicy`, but does not check examples. In the order of the tables.
 */
export function lintPolicy(policy: unknown, options: LintOptions = {}): Finding[] {
  const data = readPolicyData(policy);
  const book = new Rulebook(data, options.fileSystem);
  const rules = book.tables.flatMap((table) => [...table.keys.values()].flat().map(({ rule }) => rule));
  if (data.mode !== "rules") return rules.map((rule) => ignored(rule, data.mode));
  const unknownTools = new UnknownTools(book, options.tools);
  const findings = unknownTools.ofDescriptions(data);
  const near = rulesNear(rules, book);
  const asked = { book, policy: new PermissionPolicy(withoutExamples(data), options) };
  for (const rule of rules) {
    const unknownTool = unknownTools.ofRule(rule);
    if (unknownTool) {
      findings.push(unknownTool);
      continue;
    }
    const problem = neverMatches(rule, book.rulesFor(rule.tool).matched);
    const before = problem ? undefined : near(rule).find((other) => isAskedBefore(book, other, rule) && covers(other, rule));
    if (problem) findings.push(finding("never_matches", rule, null, `Rule ${rule.id} never matches: ${problem}.`));
    else if (before)
      findings.push(finding("never_decides", rule, before.id, `Rule ${rule.id} never decides: ${before.id} holds wherever it does.`));
    else if (rule.table === "escalate") findings.push(...hidden(rule, rule.tool === "*" ? rules : near(rule), asked));
  }
  return findings;
}

/** The rules of the same tool, under any of its names, and those for every tool. */
function rulesNear(rules: readonly Rule[], book: Rulebook): (rule: Rule) => readonly Rule[] {
  const groups = new Map<string, Rule[]>([["*", []]]);
  for (const rule of rules) {
    const name = book.wideName(rule.tool);
    const group = groups.get(name);
    if (group) group.push(rule);
    else groups.set(name, [rule]);
  }
  const ofName = (name: string) => groups.get(name) ?? [];
  return ({ tool }) => (tool === "*" ? ofName("*") : [...ofName(book.wideName(tool)), ...ofName("*")]);
}

function hidden(rule: Rule, rules: readonly Rule[], asked: Asked): Finding[] {
  const allows = rules.filter((other) => other.table === "allow" && meets(asked.book, other, rule));
  return allows.flatMap((other) => {
    const example = hidesEscalate(other, rule, asked);
    if (example === undefined) return [];
    return [
      finding("allow_hides_escalate", other, rule.id, `Rule ${other.id} allows calls that ${rule.id} escalates, such as ${example}.`),
    ];
  });
}

const finding = (code: Finding["code"], rule: Rule, other: string | null, message: string): Finding => ({
  code,
  rule: rule.id,
  other,
  message,
});

const ignored = (rule: Rule, mode: string): Finding =>
  finding("never_decides", rule, `mode.${mode}`, `Rule ${rule.id} never decides: the mode answers every call.`);

/** Whether a rule is asked first for every call that the other one is asked about. */
function isAskedBefore(book: Rulebook, first: Rule, second: Rule): boolean {
  if (first === second || !isForAll(book, first, second)) return false;
  const order = (table: TableName) => tableNames.indexOf(table);
  if (first.table !== second.table) return order(first.table) < order(second.table);
  return first.tool === second.tool && first.index < second.index;
}

/** Whether a rule is about every tool that the other is about. */
function isForAll(book: Rulebook, first: Rule, second: Rule): boolean {
  if (first.tool === "*" || first.tool === second.tool) return first.table !== "allow" || second.table === "allow";
  return second.tool !== "*" && first.table !== "allow" && book.sameTool(first.tool, second.tool);
}

const meets = (book: Rulebook, allow: Rule, other: Rule): boolean =>
  allow.tool === "*" || other.tool === "*" || book.sameTool(allow.tool, other.tool);
