import { freezeJson, type Json, type JsonObject } from "@acta/governance";
import type { Rule } from "../compiled-rule.js";
import { type Condition, compileConditions, isPresence } from "../condition.js";
import type { MatchedArgument } from "../tool-description.js";
import { exactTexts } from "./exact-texts.js";
import { kindsBy, type Language, patternLanguage } from "./language.js";
import { commonText } from "./search-texts.js";

/** Why no call that has the arguments can match the rule; undefined if one may. */
export function neverMatches(rule: Rule, matched: readonly MatchedArgument[] | undefined): string | undefined {
  return emptyPattern(rule, matched) ?? (rule.table === "allow" ? contradiction(rule) : undefined);
}

function emptyPattern({ pattern, table, tool }: Rule, matched: readonly MatchedArgument[] | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  const language = patternLanguage(pattern, table !== "allow");
  if (language === undefined) return undefined;
  if (commonText([language]) === null) return "its pattern matches no text";
  // Under "*" the text depends on the tool, and rules that widen see other texts too.
  const texts = table === "allow" && tool !== "*" ? exactTexts(matched) : undefined;
  if (texts === undefined || commonText([language, texts]) !== null) return undefined;
  return matched === undefined
    ? "the tool is not described, so patterns see its arguments as a JSON object, and this one matches none"
    : "its pattern matches no text in the form that rules which allow see (normal paths, words with one space between)";
}

/** Two conditions on one argument that exclude each other. */
function contradiction(rule: Rule): string | undefined {
  const conditions = compileConditions(rule.arguments ?? {}, { wide: false, fileSystem: undefined });
  for (const path of new Set(conditions.map(pathText))) {
    const group = conditions.filter((condition) => pathText(condition) === path);
    if (excludesItself(group)) return `its conditions on ${path} exclude each other`;
  }
  return undefined;
}

const pathText = ({ path }: Condition): string => JSON.stringify(path.join("."));
const onTexts = ["prefix", "glob", "pathWithin", "hostIn", "maxLength", "program"];

function excludesItself(group: readonly Condition[]): boolean {
  if (group.length < 2) return false;
  if (group.some((condition) => isPresence(condition) && condition.operand === false)) return true;
  const values = group.flatMap(({ operator, operand }) => (operator === "equals" ? [[operand]] : operator === "oneOf" ? [operand] : []));
  const judged = group.filter(({ operator }) => operator !== "pathWithin");
  if (values.length > 0)
    return values.some((list) => !(list as Json[]).some((value) => judged.every((condition) => accepts(condition, value))));
  if (group.some(({ operator }) => operator === "range") && group.some(({ operator }) => onTexts.includes(operator))) return true;
  const languages = group.flatMap(languageOf);
  return languages.length > 1 && !languages.includes(undefined) && commonText(languages as Language[]) === null;
}

function accepts({ path, judge }: Condition, value: Json): boolean {
  const nested = path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
  return judge(freezeJson(nested) as JsonObject) === "yes";
}

function languageOf({ operator, operand }: Condition): (Language | undefined)[] {
  if (operator === "glob") return [patternLanguage(operand as string, false)];
  if (operator === "prefix") return [patternLanguage(`${(operand as string).replace(/[*?[]/g, "[$&]")}*`, false)];
  if (operator !== "maxLength" || (operand as number) > 200) return [];
  return [
    { start: 0, isEnd: () => true, next: (length) => (length < (operand as number) ? [length + 1] : []), kinds: kindsBy(() => null) },
  ];
}
