import { type CallContext, createCallContext, type JsonObject } from "@acta/governance";
import type { PermissionPolicy } from "../permission-policy.js";
import type { Rulebook } from "../rulebook.js";
import { CallSubject } from "../subject.js";
import type { MatchedArgument } from "../tool-description.js";
import type { Effort } from "./effort.js";
import type { LintedRule } from "./linted-rule.js";
import type { Values } from "./samples.js";

/** Calls that are kept, so that what many pairs of rules ask is answered once. */
const maxCallsKept = 10_000;
/** Steps that it takes to read a call that is new, to find one that is kept, and to look at arguments only. */
const stepsToRead = 200;
const stepsToFind = 20;
const stepsToLook = 8;

interface TriedCall {
  readonly subject: CallSubject;
  /** Id of the rule that determines the answer, once it was asked for. */
  determining?: string | undefined;
}

/** Calls of one tool, put to a policy. */
export class Trial {
  /** The argument that patterns look at; undefined where they look at several, or at all of them as one text. */
  readonly onlyMatched: MatchedArgument | undefined;
  readonly #matched: readonly MatchedArgument[] | undefined;
  readonly #policy: PermissionPolicy;
  readonly #places: ReadonlyMap<string, number>;
  /** A call that gets other arguments for each look at them. */
  readonly #looked: { -readonly [Key in keyof CallContext]: CallContext[Key] };
  readonly #subject: CallSubject;
  readonly #effort: Effort;
  readonly #calls = new Map<string, TriedCall>();

  constructor(tool: string, book: Rulebook, policy: PermissionPolicy, effort: Effort) {
    const { matched, ordered } = book.rulesFor(tool);
    this.#matched = matched;
    this.onlyMatched = matched?.length === 1 ? matched[0] : undefined;
    this.#policy = policy;
    this.#places = new Map(ordered.map(({ rule }, index) => [rule.id, index + 1]));
    this.#looked = { ...createCallContext({ function: tool, arguments: {}, callId: "", at: 0 }) };
    this.#subject = new CallSubject(this.#looked, matched);
    this.#effort = effort;
  }

  /** Whether the rule, which is about the tool, holds for a call with these arguments. False where no effort is left. */
  holds({ rule, compiled }: LintedRule, values: Values): boolean {
    if (!this.#effort.mayGoOn()) return false;
    if (rule.pattern !== undefined) return compiled.holds(this.#call(values).subject);
    this.#effort.spend(stepsToLook);
    this.#looked.arguments = values as JsonObject;
    return compiled.holds(this.#subject);
  }

  /** Whether the rule determines what the policy answers to a call with these arguments. False where no effort is left. */
  determines({ rule }: LintedRule, values: Values): boolean {
    if (!this.#effort.mayGoOn()) return false;
    const call = this.#call(values);
    call.determining ??= this.#decide(call.subject.call);
    return call.determining === rule.id;
  }

  #decide(call: CallContext): string {
    const { rule = "" } = this.#policy.decide(call);
    this.#effort.spend(this.#places.get(rule) ?? this.#places.size);
    return rule;
  }

  #call(values: Values): TriedCall {
    const key = JSON.stringify(values);
    const known = this.#calls.get(key);
    this.#effort.spend(known ? stepsToFind : stepsToRead);
    if (known) return known;
    if (this.#calls.size === maxCallsKept) this.#calls.clear();
    const call = { subject: new CallSubject({ ...this.#looked, arguments: values as JsonObject }, this.#matched) };
    this.#calls.set(key, call);
    return call;
  }
}
