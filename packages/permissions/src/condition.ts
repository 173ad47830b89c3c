import type { Json, JsonObject } from "@acta/governance";
import type { FileSystemView } from "./file-system-view.js";
import { oneOf } from "./matchers/equals.js";
import { hostIn } from "./matchers/host-in.js";
import { pathWithin } from "./matchers/path-within.js";
import { program } from "./matchers/program.js";
import { range } from "./matchers/range.js";
import type { Test } from "./matchers/test.js";
import { glob, maxLength, prefix } from "./matchers/text.js";
import type { ArgumentRule, ArgumentRules } from "./rule-data.js";
import { type Truth, truth } from "./truth.js";

export interface MatcherOptions {
  /** For rules that deny or escalate: in doubt they hold. */
  readonly wide: boolean;
  readonly fileSystem: FileSystemView | undefined;
}

/** One matcher on one argument. */
export interface Condition {
  /** Keys from the arguments to the value. */
  readonly path: readonly string[];
  readonly operator: string;
  readonly operand: unknown;
  /** Judges the arguments of a call, by their own keys only. Never throws. */
  readonly judge: (values: JsonObject) => Truth;
}

type Operator = Exclude<keyof ArgumentRule, "fields" | "present">;

const matchers: { readonly [Name in Operator]: (operand: NonNullable<ArgumentRule[Name]>, options: MatcherOptions) => Test } = {
  equals: (value, { wide }) => oneOf([value], wide),
  oneOf: (values, { wide }) => oneOf(values, wide),
  prefix: (start, { wide }) => prefix(start, wide),
  glob: (pattern, { wide }) => glob(pattern, wide),
  pathWithin: (folders, { wide, fileSystem }) => pathWithin([folders].flat(), wide, fileSystem),
  hostIn: (hosts) => hostIn(hosts),
  range: (bounds) => range(bounds),
  maxLength: (most) => maxLength(most),
  program: (patterns, { wide }) => program(patterns, wide),
};

/** The conditions of a rule, each argument's in turn. */
export const compileConditions = (rules: ArgumentRules, options: MatcherOptions): Condition[] => compile(rules, [], options);

export const isPresence = ({ operator }: Condition): boolean => operator === "present";

function compile(rules: ArgumentRules, above: readonly string[], options: MatcherOptions): Condition[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const path = [...above, name];
    const own = Object.entries(rule)
      .filter(([operator]) => operator !== "fields")
      .map(([operator, operand]) => ({ path, operator, operand, judge: judgeOf(path, operator, operand, options) }));
    return [...own, ...(rule.fields ? compile(rule.fields, path, options) : [])];
  });
}

function judgeOf(path: readonly string[], operator: string, operand: unknown, options: MatcherOptions): Condition["judge"] {
  if (operator === "present") return presence(path, operand === true);
  const test = (matchers[operator as Operator] as (operand: unknown, options: MatcherOptions) => Test)(operand, options);
  const acceptsNull = operand === null || (operator === "oneOf" && (operand as readonly Json[]).includes(null));
  const [key = ""] = path;
  const read = path.length === 1 ? (values: JsonObject) => ownValue(values, key) : (values: JsonObject) => valueAt(values, path);
  return (values) => {
    const value = read(values);
    return value === undefined || (value === null && !acceptsNull) ? "unclear" : test(value);
  };
}

function presence(path: readonly string[], expected: boolean): Condition["judge"] {
  return (values) => {
    let value: Json | undefined = values;
    for (const key of path) {
      if (value === undefined || value === null) return truth(!expected);
      // Members of what should be an object and is something else can't be told.
      if (!isObject(value)) return "unclear";
      value = Object.hasOwn(value, key) ? value[key] : undefined;
    }
    return truth((value !== undefined && value !== null) === expected);
  };
}

function valueAt(values: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = values;
  for (const key of path) {
    if (value === undefined || !isObject(value)) return undefined;
    value = ownValue(value, key);
  }
  return value;
}

const ownValue = (values: JsonObject, key: string): Json | undefined => (Object.hasOwn(values, key) ? values[key] : undefined);

const isObject = (value: Json): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
