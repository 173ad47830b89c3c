import { canonicalJson, type Json } from "@acta/governance";
import type { Rule } from "../compiled-rule.js";
import { type Condition, compileConditions } from "../condition.js";
import { foldText } from "../fold.js";
import type { Bounds } from "../matchers/range.js";
import { skeleton } from "../skeleton.js";
import { patternLanguage } from "./language.js";
import { textOutside } from "./search-texts.js";

/**
 * Whether `outer` is sure to hold for every call of a tool of both for which `inner` holds. False where that can't be told. Rules that allow
 * are exact, and what is unclear is no match; the others are wide, and what is unclear is one.
 */
export function covers(outer: Rule, inner: Rule): boolean {
  return isWide(outer) ? coversWidely(outer, inner) : !isWide(inner) && coversExactly(outer, inner);
}

/** As if both were exact and everything clear: whether `outer` allows all that `inner` names. */
export function coversExactly(outer: Rule, inner: Rule): boolean {
  return (
    coversPattern(outer, inner, false) &&
    conditionsOf(outer).every((condition) => conditionsOf(inner).some((other) => implies(other, condition, false)))
  );
}

const isWide = (rule: Rule): boolean => rule.table !== "allow";

function coversWidely(outer: Rule, inner: Rule): boolean {
  if (holdsAlways(outer)) return true;
  const own = conditionsOf(outer);
  const others = conditionsOf(inner);
  if (!coversPattern(outer, inner, true) || !own.every((condition) => others.some((other) => implies(other, condition, true))))
    return false;
  // Where the inner rule holds only because something of it is unclear, the outer one must have the same to doubt.
  return !isWide(inner) || (hasSameDoubts(own, others) && (outer.pattern === undefined) === (inner.pattern === undefined));
}

const hasSameDoubts = (own: readonly Condition[], others: readonly Condition[]): boolean =>
  others.every((other) => own.some((condition) => samePath(condition, other) && sameOperator(condition, other)));

const holdsAlways = ({ pattern, arguments: rules }: Rule): boolean => rules === undefined && pattern !== undefined && /^\*+$/.test(pattern);

function coversPattern(outer: Rule, inner: Rule, fold: boolean): boolean {
  if (outer.pattern === undefined) return true;
  if (inner.pattern === undefined) return false;
  if (outer.pattern === inner.pattern || /^\*+$/.test(outer.pattern)) return true;
  return isPatternWithin(inner.pattern, outer.pattern, fold);
}

function isPatternWithin(inner: string, outer: string, fold: boolean): boolean {
  const languages = [patternLanguage(inner, fold), patternLanguage(outer, fold)] as const;
  return languages[0] !== undefined && languages[1] !== undefined && textOutside(languages[0], languages[1]) === null;
}

const conditionsOf = ({ arguments: rules }: Rule): Condition[] => compileConditions(rules ?? {}, { wide: false, fileSystem: undefined });
const samePath = (one: Condition, other: Condition): boolean => canonicalJson(one.path) === canonicalJson(other.path);

/** Equal values are clear for every type, and so are these two for the same ones. */
const sameOperator = (one: Condition, other: Condition): boolean => family(one) === family(other);
const family = ({ operator }: Condition): string => (["equals", "oneOf"].includes(operator) ? "equals" : operator);

/** Whether the second condition holds wherever the first does. */
function implies(first: Condition, second: Condition, wide: boolean): boolean {
  if (!samePath(first, second) || !sameOperator(first, second)) return false;
  const [inner, outer] = [first.operand, second.operand] as [never, never];
  switch (family(first)) {
    case "equals":
      return listOf(first, wide).every((value) => listOf(second, wide).includes(value));
    case "prefix":
      return (wide ? foldText(inner) : (inner as string)).startsWith(wide ? foldText(outer) : outer);
    case "glob":
      return inner === outer || isPatternWithin(inner, outer, wide);
    case "maxLength":
      return inner <= outer;
    case "range":
      return isRangeWithin(inner, outer);
    case "hostIn":
      return (inner as readonly string[]).every((host) => (outer as readonly string[]).includes(host));
    default:
      // Folders may be links, and words are matched one by one: only the very same condition is sure to say the same.
      return canonicalJson(inner) === canonicalJson(outer);
  }
}

function listOf({ operator, operand }: Condition, wide: boolean): string[] {
  const values = (operator === "oneOf" ? operand : [operand]) as readonly Json[];
  return values.map((value) => (wide ? skeleton(canonicalJson(value)) : canonicalJson(value)));
}

const isRangeWithin = (inner: Bounds, outer: Bounds): boolean =>
  (inner.min ?? Number.NEGATIVE_INFINITY) >= (outer.min ?? Number.NEGATIVE_INFINITY) &&
  (inner.max ?? Number.POSITIVE_INFINITY) <= (outer.max ?? Number.POSITIVE_INFINITY);
