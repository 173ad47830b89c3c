import { allow, type CallContext, type Decision, deny, escalate, type JsonObject } from "@acta/governance";
import { type Condition, compileConditions, isPresence } from "./condition.js";
import type { FileSystemView } from "./file-system-view.js";
import type { MatchText } from "./match-text.js";
import { Pattern } from "./pattern.js";
import { printable } from "./printable.js";
import type { ArgumentRules, RuleData } from "./rule-data.js";
import { type Truth, truth } from "./truth.js";

export type TableName = "deny" | "allow" | "escalate";

/** One rule of one table. */
export interface Rule {
  /** Stable within a version of the policy: table, key and place, as in `deny.bash[0]`. */
  readonly id: string;
  readonly table: TableName;
  /** The key that the rule stands under: the name of a tool, or `*`. */
  readonly tool: string;
  /** Its place in the list under the key. */
  readonly index: number;
  readonly pattern: string | undefined;
  readonly arguments: ArgumentRules | undefined;
}

/** A call that rules are asked about; its text is made for the first pattern that looks. */
export interface Subject {
  readonly call: CallContext;
  readonly text: MatchText;
}

/** A rule, read once. In doubt a rule that denies or escalates holds, and one that allows does not. */
export class CompiledRule {
  readonly rule: Rule;
  readonly #decision: Decision;
  readonly #widens: boolean;
  readonly #pattern: Pattern | undefined;
  readonly #presences: readonly Condition[];
  readonly #conditions: readonly Condition[];

  constructor(table: TableName, tool: string, index: number, data: RuleData, fileSystem: FileSystemView | undefined) {
    const { pattern, arguments: rules } = typeof data === "string" ? { pattern: data, arguments: undefined } : data;
    this.rule = Object.freeze({ id: `${table}.${tool}[${index}]`, table, tool, index, pattern, arguments: rules });
    this.#widens = table !== "allow";
    this.#pattern = pattern === undefined ? undefined : new Pattern(pattern, this.#widens);
    const conditions = compileConditions(rules ?? {}, { wide: this.#widens, fileSystem });
    this.#presences = conditions.filter(isPresence);
    this.#conditions = conditions.filter((condition) => !isPresence(condition));
    this.#decision = Object.freeze(answer(this.rule, `${describe(this.rule)} holds for the call.`));
  }

  holds(subject: Subject): boolean {
    const judged = this.#judge(subject);
    return judged === "yes" || (judged === "unclear" && this.#widens);
  }

  /** What the policy answers when the rule determines. */
  answer(subject: Subject): Decision {
    if (this.#pattern === undefined || subject.text.readable) return this.#decision;
    return answer(this.rule, `${this.#decision.reason} ${subject.text.problem}`);
  }

  /** Whether the rule holds, and what of it decides that, in sentences. */
  explain(subject: Subject): { readonly matched: boolean; readonly why: string } {
    const matched = this.holds(subject);
    const doubts = this.#doubts(subject);
    const end = matched && doubts.length > 0 ? " In doubt it holds." : "";
    return { matched, why: doubts.length === 0 ? "All of it holds." : `${printable(doubts.join(" "))}${end}` };
  }

  /** Whatever the order of its parts: an argument that is not there settles it, then what is unclear, then what does not hold. */
  #judge(subject: Subject): Truth {
    const values = subject.call.arguments;
    let result = this.#presences.length === 0 ? "yes" : judgePresences(this.#presences, values);
    if (result === "no") return "no";
    if (result === "yes" && this.#pattern !== undefined) result = this.#judgePattern(this.#pattern, subject.text);
    for (const { judge } of this.#conditions) {
      if (result === "unclear" || (result === "no" && !this.#widens)) return result;
      const judged = judge(values);
      if (judged !== "yes") result = judged;
    }
    return result;
  }

  #judgePattern(pattern: Pattern, text: MatchText): Truth {
    if (!text.readable) return "unclear";
    if (pattern.acceptsAll || pattern.matches(text.exact)) return "yes";
    return truth(this.#widens && text.wide.some((wide) => pattern.matches(wide)));
  }

  #doubts(subject: Subject): string[] {
    const all = [...this.#presences, ...this.#conditions];
    const doubts = all.flatMap((condition) => explainCondition(condition, condition.judge(subject.call.arguments)));
    if (this.#pattern === undefined) return doubts;
    const { text } = subject;
    if (!text.readable) return [text.problem, ...doubts];
    return this.#judgePattern(this.#pattern, text) === "yes"
      ? doubts
      : [`The pattern ${quote(this.rule.pattern)} does not match.`, ...doubts];
  }
}

function judgePresences(presences: readonly Condition[], values: JsonObject): Truth {
  const judged = presences.map(({ judge }) => judge(values));
  return judged.find((each) => each === "no") ?? judged.find((each) => each === "unclear") ?? "yes";
}

function answer(rule: Rule, reason: string): Decision {
  if (rule.table === "deny") return deny(reason, { rule: rule.id, code: "permission_denied" });
  return rule.table === "allow" ? allow({ rule: rule.id, reason }) : escalate(reason, { rule: rule.id });
}

/** As people read it in reasons. */
export function describe({ id, pattern, arguments: rules }: Rule): string {
  const parts = [...(pattern === undefined ? [] : [quote(pattern)]), ...(rules === undefined ? [] : [quote(rules)])];
  return printable(`Rule ${id} (${parts.join(" and ")})`);
}

function explainCondition({ path, operator, operand }: Condition, judged: Truth): string[] {
  if (judged === "yes") return [];
  const state = judged === "unclear" ? "can't be judged" : "does not hold";
  return [`Argument ${quote(path.join("."))}: ${operator} ${quote(operand)} ${state}.`];
}

const quote = (value: unknown): string => JSON.stringify(value);
