import { printable } from "../printable.js";
import type { MatchedArgument } from "../tool-description.js";
import { covers, coversExactly } from "./covers.js";
import type { Effort } from "./effort.js";
import { exactTexts } from "./exact-texts.js";
import type { LintedRule } from "./linted-rule.js";
import { merged, type Values } from "./samples.js";
import type { Trial } from "./trial.js";

/** The policy that both rules are of. */
export interface Asked {
  readonly trialOf: (tool: string) => Trial;
  readonly effort: Effort;
}

/** A rule that allows, one that escalates, and their tool. */
interface Pair {
  readonly allow: LintedRule;
  readonly escalate: LintedRule;
  readonly trial: Trial;
  readonly effort: Effort;
}

/**
 * A call, as text, that the first rule allows though the second escalates it; undefined if there is none, none is found, or the first rule is a
 * mere exception: narrower than the second. What is found was put to the policy, so it is so.
 */
export function hidesEscalate(allow: LintedRule, escalate: LintedRule, { trialOf, effort }: Asked): string | undefined {
  const areTexts = allow.rule.arguments === undefined && escalate.rule.arguments === undefined;
  if ((areTexts && allow.pattern(false).isApartFrom(escalate.pattern(true))) || !effort.mayGoOn()) return undefined;
  const tool = toolOf(allow, escalate);
  const pair = { allow, escalate, trial: trialOf(tool), effort };
  // Of texts one outside is found sooner, and one in common may take long; of other arguments most pairs have none in common.
  if (areTexts && !isWiderOrEqual(pair)) return undefined;
  const both = callInCommon(pair);
  if (both === undefined || isException(pair) || !(areTexts || isWiderOrEqual(pair))) return undefined;
  return printable(`${tool} ${JSON.stringify(both)}`);
}

function toolOf({ rule: { tool } }: LintedRule, { rule: { tool: other } }: LintedRule): string {
  if (tool !== "*") return tool;
  return other === "*" ? "any tool" : other;
}

const isException = ({ allow, escalate, effort }: Pair): boolean =>
  covers(escalate, allow, effort) && !coversExactly(allow, escalate, effort);

function isWiderOrEqual(pair: Pair): boolean {
  const { allow, escalate, trial, effort } = pair;
  if ((allow.rule.tool === "*" && escalate.rule.tool !== "*") || coversExactly(allow, escalate, effort)) return true;
  for (const values of callsOutside(pair)) if (trial.determines(allow, values) && !trial.holds(escalate, values)) return true;
  return false;
}

function callInCommon(pair: Pair): Values | undefined {
  const { allow, escalate, trial } = pair;
  for (const values of callsInCommon(pair)) {
    if (trial.holds(escalate, values) && trial.holds(allow, values) && trial.determines(allow, values)) return values;
  }
  return undefined;
}

/** Arguments that may match both rules. */
function* callsInCommon({ allow, escalate, trial, effort }: Pair): Generator<Values> {
  const { onlyMatched } = trial;
  const text = onlyMatched && allow.pattern(false).textInCommon(escalate.pattern(true), exactTexts([onlyMatched]), effort);
  yield* withText(merged(allow.samples, escalate.samples), text, onlyMatched);
  yield* withText(merged(escalate.samples, allow.samples), text, onlyMatched);
}

/** Arguments that may match the first rule alone. */
function* callsOutside({ allow, escalate, trial, effort }: Pair): Generator<Values> {
  const { onlyMatched } = trial;
  const isNarrowed = onlyMatched && escalate.rule.pattern !== undefined;
  const text = isNarrowed ? allow.pattern(false).textOutside(escalate.pattern(true), effort) : undefined;
  yield* withText(allow.samples, text, onlyMatched);
  yield* withText(merged([{ "": null }], allow.samples), text, onlyMatched);
  if (allow.rule.arguments || escalate.rule.arguments) yield* unlike(allow, escalate);
}

/** Values that the conditions of the second rule probably refuse. */
function* unlike({ rule: allow, samples }: LintedRule, { rule: escalate, samples: others }: LintedRule): Generator<Values> {
  const names = Object.keys(escalate.arguments ?? {}).filter((name) => !Object.hasOwn(allow.arguments ?? {}, name));
  const strangers = ["", "zzzz", 0, -1e9, 1e9, false, {}].map((value) => Object.fromEntries(names.map((name) => [name, value])));
  yield* merged(samples, strangers);
  yield* beside(samples);
  yield* beside(others);
}

/** The same with every number one less, one more, and zero. */
function beside(list: readonly Values[]): Values[] {
  const changes: readonly ((value: number) => number)[] = [(value) => value - 1, (value) => value + 1, () => 0];
  return list.flatMap((values) =>
    changes.map((change) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? change(value) : value])),
    ),
  );
}

/** With the text of the one argument that patterns look at. */
function withText(list: Iterable<Values>, text: string | null | undefined, argument: MatchedArgument | undefined): Iterable<Values> {
  return argument === undefined || typeof text !== "string" ? list : withValue(list, argument.name, text);
}

function* withValue(list: Iterable<Values>, name: string, value: string): Generator<Values> {
  for (const values of list) yield { [name]: value, ...values };
}
