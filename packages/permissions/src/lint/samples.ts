import type { Json } from "@acta/governance";
import type { Rule } from "../compiled-rule.js";
import type { ArgumentRule, ArgumentRules } from "../rule-data.js";
import { patternLanguage } from "./language.js";
import { commonText } from "./search-texts.js";

export type Values = { readonly [name: string]: Json };

/** A few arguments that probably meet the conditions of a rule; whether they do is for the policy itself to say. */
export function sampleArguments(rule: Rule): Values[] {
  return rule.arguments === undefined ? [{}] : samplesOf(rule.arguments);
}

/** All pairs of two lists, where both speak of an argument with the value of the first. */
export function* merged(ones: readonly Values[], others: readonly Values[]): Generator<Values> {
  for (const one of ones) for (const other of others) yield { ...other, ...one };
}

function samplesOf(rules: ArgumentRules): Values[] {
  return Object.entries(rules).reduce<Values[]>(
    (sofar, [name, rule]) => {
      const values = valuesFor(rule);
      return sofar.flatMap((each) => (values.length === 0 ? [each] : values.map((value) => ({ ...each, [name]: value })))).slice(0, 16);
    },
    [{}],
  );
}

function valuesFor(rule: ArgumentRule): Json[] {
  if (rule.present === false) return [];
  if (rule.equals !== undefined) return [rule.equals];
  if (rule.oneOf) return rule.oneOf.slice(0, 8);
  if (rule.fields) return samplesOf(rule.fields) as Json[];
  if (rule.range) return [rule.range.min, rule.range.max].filter((bound) => bound !== undefined);
  if (rule.program)
    return [
      rule.program.map((word) => (word === "**" ? "x" : textOf(word))).join(" "),
      rule.program
        .filter((word) => word !== "**")
        .map(textOf)
        .join(" "),
    ];
  if (rule.hostIn) return rule.hostIn.slice(0, 4).map((host) => host.replace("*", "www"));
  if (rule.pathWithin !== undefined) return [rule.pathWithin].flat().slice(0, 4);
  if (rule.glob !== undefined) return [textOf(rule.glob), `${rule.prefix ?? ""}${textOf(rule.glob)}`];
  return [rule.prefix ?? "x"];
}

function textOf(pattern: string): string {
  const language = patternLanguage(pattern, false);
  return (language && commonText([language])) ?? "";
}
