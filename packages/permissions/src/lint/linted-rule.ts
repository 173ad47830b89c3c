import { canonicalJson, type Json } from "@acta/governance";
import type { CompiledRule, Rule } from "../compiled-rule.js";
import { type Condition, compileConditions } from "../condition.js";
import { skeleton } from "../skeleton.js";
import { LintedPattern } from "./linted-pattern.js";
import { sampleArguments, type Values } from "./samples.js";

/** A rule, and what comparing it with others asks for again and again, each found once. */
export class LintedRule {
  readonly rule: Rule;
  readonly compiled: CompiledRule;
  /** In doubt it holds. */
  readonly isWide: boolean;
  /** As if everything were clear. */
  readonly conditions: readonly LintedCondition[];
  readonly #patterns: Both<LintedPattern>;
  #samples: readonly Values[] | undefined;

  constructor(compiled: CompiledRule) {
    const { rule } = compiled;
    this.rule = rule;
    this.compiled = compiled;
    this.isWide = rule.table !== "allow";
    this.conditions = compileConditions(rule.arguments ?? {}, { wide: false, fileSystem: undefined }).map(
      (each) => new LintedCondition(each),
    );
    this.#patterns = new Both((wide) => new LintedPattern(rule.pattern ?? "*", wide));
  }

  /** Of a rule without one, the pattern that every text matches. */
  pattern(wide: boolean): LintedPattern {
    return this.#patterns.of(wide);
  }

  /** Arguments that probably meet its conditions. */
  get samples(): readonly Values[] {
    this.#samples ??= sampleArguments(this.rule);
    return this.#samples;
  }
}

export class LintedCondition {
  readonly condition: Condition;
  /** Operators that say the same in other words are one. */
  readonly family: string;
  /** Equal for conditions of one family on one argument. */
  readonly key: string;
  readonly canonical: string;
  readonly #globs: Both<LintedPattern>;
  readonly #values: Both<ReadonlySet<string>>;

  constructor(condition: Condition) {
    const { operator, operand, path } = condition;
    this.condition = condition;
    this.family = operator === "oneOf" ? "equals" : operator;
    this.key = `${this.family} ${canonicalJson(path)}`;
    this.canonical = canonicalJson(operand as Json);
    this.#globs = new Both((wide) => new LintedPattern(operand as string, wide));
    this.#values = new Both((wide) => {
      const texts = ((operator === "oneOf" ? operand : [operand]) as readonly Json[]).map((value) => canonicalJson(value));
      return new Set(wide ? texts.map(skeleton) : texts);
    });
  }

  /** Of a `glob`. */
  pattern(wide: boolean): LintedPattern {
    return this.#globs.of(wide);
  }

  /** Of `equals` and `oneOf`: one text for all values that count as the same. */
  values(wide: boolean): ReadonlySet<string> {
    return this.#values.of(wide);
  }
}

/** One thing for rules that are exact, and one for those that widen, each made when it is first asked for. */
class Both<Thing> {
  readonly #make: (wide: boolean) => Thing;
  #exact: Thing | undefined;
  #wide: Thing | undefined;

  constructor(make: (wide: boolean) => Thing) {
    this.#make = make;
  }

  of(wide: boolean): Thing {
    if (wide) {
      this.#wide ??= this.#make(true);
      return this.#wide;
    }
    this.#exact ??= this.#make(false);
    return this.#exact;
  }
}
