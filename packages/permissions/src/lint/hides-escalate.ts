import { createCallContext } from "@acta/governance";
import type { Rule } from "../compiled-rule.js";
import type { PermissionPolicy } from "../permission-policy.js";
import { printable } from "../printable.js";
import type { Rulebook } from "../rulebook.js";
import type { MatchedArgument } from "../tool-description.js";
import { covers, coversExactly } from "./covers.js";
import { exactTexts } from "./exact-texts.js";
import { type Language, patternLanguage } from "./language.js";
import { merged, sampleArguments, type Values } from "./samples.js";
import { commonText, textOutside } from "./search-texts.js";

/** The policy that both rules are of. */
export interface Asked {
  readonly policy: PermissionPolicy;
  readonly book: Rulebook;
}

/**
 * A call, as text, that the first rule allows though the second escalates it; undefined if there is none, none is found, or the first rule is a
 * mere exception: narrower than the second. What is found was put to the policy, so it is so.
 */
export function hidesEscalate(allow: Rule, escalate: Rule, { policy, book }: Asked): string | undefined {
  const tool = allow.tool !== "*" ? allow.tool : escalate.tool !== "*" ? escalate.tool : "any tool";
  const { matched } = book.rulesFor(tool);
  const holding = (values: Values) => {
    const { rules } = policy.explain(createCallContext({ function: tool, arguments: values }));
    const of = (id: string) => rules.find(({ rule }) => rule === id);
    return { isAllowed: of(allow.id)?.determining === true, escalates: of(escalate.id)?.matched === true };
  };
  const both = calls(allow, escalate, matched).find((values) => {
    const { isAllowed, escalates } = holding(values);
    return isAllowed && escalates;
  });
  if (both === undefined) return undefined;
  const isException = covers(escalate, allow) && !coversExactly(allow, escalate);
  const isWiderOrEqual =
    (allow.tool === "*" && escalate.tool !== "*") ||
    coversExactly(allow, escalate) ||
    callsOutside(allow, escalate, matched).some((values) => {
      const { isAllowed, escalates } = holding(values);
      return isAllowed && !escalates;
    });
  return isException || !isWiderOrEqual ? undefined : printable(`${tool} ${JSON.stringify(both)}`);
}

/** Arguments that may match both rules. */
function calls(allow: Rule, escalate: Rule, matched: readonly MatchedArgument[] | undefined): Values[] {
  const texts = languages([allow.pattern, false], [escalate.pattern, true], exactTexts(matched));
  const ones = sampleArguments(allow);
  const others = sampleArguments(escalate);
  return withText([...merged(ones, others), ...merged(others, ones)], texts && commonText(texts), matched);
}

/** Arguments that may match the first rule alone. */
function callsOutside(allow: Rule, escalate: Rule, matched: readonly MatchedArgument[] | undefined): Values[] {
  const inner = patternLanguage(allow.pattern ?? "*", false);
  const outer = escalate.pattern === undefined ? undefined : patternLanguage(escalate.pattern, true);
  const text = inner && outer ? textOutside(inner, outer) : undefined;
  const others = [...sampleArguments(allow), ...merged([{ "": null }], sampleArguments(allow))];
  return [...withText(others, text, matched), ...unlike(allow, escalate)];
}

/** Values that the conditions of the second rule probably refuse. */
function unlike(allow: Rule, escalate: Rule): Values[] {
  const names = Object.keys(escalate.arguments ?? {}).filter((name) => !Object.hasOwn(allow.arguments ?? {}, name));
  const strangers = ["", "zzzz", 0, -1e9, 1e9, false, {}].map((value) => Object.fromEntries(names.map((name) => [name, value])));
  return [...merged(sampleArguments(allow), strangers), ...beside(sampleArguments(allow)), ...beside(sampleArguments(escalate))];
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

function withText(list: readonly Values[], text: string | null | undefined, matched: readonly MatchedArgument[] | undefined): Values[] {
  const [only] = matched ?? [];
  if (matched?.length !== 1 || only === undefined || typeof text !== "string") return [...list];
  return list.map((values) => ({ [only.name]: text, ...values }));
}

function languages(...patterns: ([string | undefined, boolean] | Language | undefined)[]): Language[] | undefined {
  const all = patterns.flatMap((pattern) => {
    if (!Array.isArray(pattern)) return pattern === undefined ? [] : [pattern];
    return [patternLanguage(pattern[0] ?? "*", pattern[1])];
  });
  return all.includes(undefined) ? undefined : (all as Language[]);
}
