import { foldText } from "../fold.js";
import type { Bounds } from "../matchers/range.js";
import type { Effort } from "./effort.js";
import type { LintedCondition, LintedRule } from "./linted-rule.js";

/**
 * Whether `outer` is sure to hold for every call of a tool of both for which `inner` holds. False where that can't be told. Rules that allow
 * are exact, and what is unclear is no match; the others are wide, and what is unclear is one.
 */
export function covers(outer: LintedRule, inner: LintedRule, effort: Effort): boolean {
  return outer.isWide ? coversWidely(outer, inner, effort) : !inner.isWide && coversExactly(outer, inner, effort);
}

/** As if both were exact and everything clear: whether `outer` allows all that `inner` names. */
export function coversExactly(outer: LintedRule, inner: LintedRule, effort: Effort): boolean {
  return impliesAll(inner, outer, false, effort) && coversPattern(outer, inner, false, effort);
}

function coversWidely(outer: LintedRule, inner: LintedRule, effort: Effort): boolean {
  if (holdsAlways(outer)) return true;
  // Where the inner rule holds only because something of it is unclear, the outer one must have the same to doubt.
  if (inner.isWide && !hasSameDoubts(outer, inner)) return false;
  return impliesAll(inner, outer, true, effort) && coversPattern(outer, inner, true, effort);
}

const hasSameDoubts = (outer: LintedRule, inner: LintedRule): boolean =>
  (outer.rule.pattern === undefined) === (inner.rule.pattern === undefined) &&
  inner.conditions.every(({ key }) => outer.conditions.some((own) => own.key === key));

const holdsAlways = (linted: LintedRule): boolean => {
  const { arguments: conditions, pattern } = linted.rule;
  return conditions === undefined && pattern !== undefined && linted.pattern(true).isEverything;
};

function coversPattern(outer: LintedRule, inner: LintedRule, wide: boolean, effort: Effort): boolean {
  if (outer.rule.pattern === undefined) return true;
  return inner.rule.pattern !== undefined && inner.pattern(wide).isWithin(outer.pattern(wide), effort);
}

/** Whether all conditions of the outer rule hold wherever those of the inner one do. */
const impliesAll = (inner: LintedRule, outer: LintedRule, wide: boolean, effort: Effort): boolean =>
  outer.conditions.every((condition) => inner.conditions.some((other) => implies(other, condition, wide, effort)));

/** Whether the second condition holds wherever the first does. Equal values are clear for every type, and so are these for the same ones. */
function implies(first: LintedCondition, second: LintedCondition, wide: boolean, effort: Effort): boolean {
  if (first.key !== second.key) return false;
  const [inner, outer] = [first.condition.operand, second.condition.operand] as [never, never];
  switch (first.family) {
    case "equals":
      return isSubset(first.values(wide), second.values(wide));
    case "prefix":
      return (wide ? foldText(inner) : (inner as string)).startsWith(wide ? foldText(outer) : outer);
    case "glob":
      return first.pattern(wide).isWithin(second.pattern(wide), effort);
    case "maxLength":
      return inner <= outer;
    case "range":
      return isRangeWithin(inner, outer);
    case "hostIn":
      return (inner as readonly string[]).every((host) => (outer as readonly string[]).includes(host));
    default:
      // Folders may be links, and words are matched one by one: only the very same condition is sure to say the same.
      return first.canonical === second.canonical;
  }
}

function isSubset(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  for (const value of inner) if (!outer.has(value)) return false;
  return true;
}

const isRangeWithin = (inner: Bounds, outer: Bounds): boolean =>
  (inner.min ?? Number.NEGATIVE_INFINITY) >= (outer.min ?? Number.NEGATIVE_INFINITY) &&
  (inner.max ?? Number.POSITIVE_INFINITY) <= (outer.max ?? Number.POSITIVE_INFINITY);
