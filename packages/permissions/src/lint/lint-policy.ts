import type { Rule, TableName } from "../compiled-rule.js";
import { type PermissionOptions, PermissionPolicy } from "../permission-policy.js";
import { readPolicyData, tableNames } from "../policy-data.js";
import { Rulebook } from "../rulebook.js";
import { withoutExamples } from "../rules-in-effect.js";
import { covers } from "./covers.js";
import { Effort } from "./effort.js";
import type { Finding } from "./finding.js";
import { type Asked, hidesEscalate } from "./hides-escalate.js";
import { LintedRule } from "./linted-rule.js";
import { neverMatches } from "./never-matches.js";
import { Trial } from "./trial.js";
import { UnknownTools } from "./unknown-tools.js";

/** Each rule has its share, and what the ones before have left of theirs. Some seconds in all. */
const stepsInAll = 30_000_000;

export interface LintOptions extends PermissionOptions {
  /** The names of all tools that there are: what a policy says of another one is a finding. Without it any tool may be there. */
  readonly tools?: readonly string[] | undefined;
}

/**
 * What in a policy can't be meant so, each a finding; only what is sure is one. Takes what `PermissionPolicy.from` takes; throws
 * `InvalidPolicy`, but does not check examples. In the order of the tables. The same policy has the same findings everywhere: each rule has
 * its share of a bounded effort, and where hundreds overlap, those that were not compared with all others are named (`not_compared`).
 */
export function lintPolicy(policy: unknown, options: LintOptions = {}): Finding[] {
  const data = readPolicyData(policy);
  const book = new Rulebook(data, options.fileSystem);
  const compiled = book.tables.flatMap((table) => [...table.keys.values()].flat());
  if (data.mode !== "rules") return compiled.map(({ rule }) => ignored(rule, data.mode));
  const unknownTools = new UnknownTools(book, options.tools);
  const findings = unknownTools.ofDescriptions(data);
  const rules = compiled.map((each) => new LintedRule(each));
  const near = rulesNear(rules, book);
  const effort = new Effort(0);
  const asked = { book, effort, trialOf: trials(book, new PermissionPolicy(withoutExamples(data), options), effort) };
  for (const linted of rules) {
    const { rule } = linted;
    effort.grant(stepsInAll / rules.length);
    const unknownTool = unknownTools.ofRule(rule);
    if (unknownTool) {
      findings.push(unknownTool);
      continue;
    }
    const problem = neverMatches(rule, book.rulesFor(rule.tool).matched);
    const before = problem ? undefined : near(rule).find((other) => isAskedBefore(book, other.rule, rule) && covers(other, linted, effort));
    if (problem) findings.push(finding("never_matches", rule, null, `Rule ${rule.id} never matches: ${problem}.`));
    else if (before)
      findings.push(
        finding("never_decides", rule, before.rule.id, `Rule ${rule.id} never decides: ${before.rule.id} holds wherever it does.`),
      );
    else {
      if (rule.table === "escalate") findings.push(...hidden(linted, rule.tool === "*" ? rules : near(rule), asked));
      if (effort.hasLeftOut) findings.push(notCompared(rule));
    }
  }
  return findings;
}

/** The rules of the same tool, under any of its names, and those for every tool. */
function rulesNear(rules: readonly LintedRule[], book: Rulebook): (rule: Rule) => readonly LintedRule[] {
  const groups = new Map<string, LintedRule[]>([["*", []]]);
  for (const linted of rules) {
    const name = book.wideName(linted.rule.tool);
    const group = groups.get(name);
    if (group) group.push(linted);
    else groups.set(name, [linted]);
  }
  const ofName = (name: string) => groups.get(name) ?? [];
  return ({ tool }) => (tool === "*" ? ofName("*") : [...ofName(book.wideName(tool)), ...ofName("*")]);
}

function trials(book: Rulebook, policy: PermissionPolicy, effort: Effort): Asked["trialOf"] {
  const known = new Map<string, Trial>();
  return (tool) => {
    const trial = known.get(tool) ?? new Trial(tool, book, policy, effort);
    known.set(tool, trial);
    return trial;
  };
}

function hidden(linted: LintedRule, rules: readonly LintedRule[], asked: Asked & { readonly book: Rulebook }): Finding[] {
  const { rule } = linted;
  const allows = rules.filter((other) => other.rule.table === "allow" && meets(asked.book, other.rule, rule));
  return allows.flatMap((other) => {
    const example = hidesEscalate(other, linted, asked);
    if (example === undefined) return [];
    const { id } = other.rule;
    return [finding("allow_hides_escalate", other.rule, rule.id, `Rule ${id} allows calls that ${rule.id} escalates, such as ${example}.`)];
  });
}

const finding = (code: Finding["code"], rule: Rule, other: string | null, message: string): Finding => ({
  code,
  rule: rule.id,
  other,
  message,
});

export const notCompared = (rule: Rule): Finding =>
  finding("not_compared", rule, null, `Rule ${rule.id} was not compared with all others: too many of them overlap.`);

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
