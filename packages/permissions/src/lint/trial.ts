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
const stepsToLook = 5;

interface TriedCall {
  readonly subject: CallSubject;
  /** Id of the rule that determines the answer, once it was asked for. */
  determining?: string | undefined;
}

/** Calls of one tool, put to a policy. */
export class Trial {
  readonly matched: readonly MatchedArgument[] | undefined;
  readonly #policy: PermissionPolicy;
  readonly #places: ReadonlyMap<string, number>;
  readonly #template: CallContext;
  readonly #effort: Effort;
  readonly #calls = new Map<string, TriedCall>();

  constructor(tool: string, book: Rulebook, policy: PermissionPolicy, effort: Effort) {
    const { matched, ordered } = book.rulesFor(tool);
    this.matched = matched;
    this.#policy = policy;
    this.#places = new Map(ordered.map(({ rule }, index) => [rule.id, index + 1]));
    this.#template = createCallContext({ function: tool, arguments: {}, callId: "", at: 0 });
    this.#effort = effort;
  }

  /** Whether the rule, which is about the tool, holds for a call with these arguments. False where no effort is left. */
  holds({ rule, compiled }: LintedRule, values: Values): boolean {
    if (this.#effort.isSpent) return false;
    if (rule.pattern !== undefined) return compiled.holds(this.#call(values).subject);
    this.#effort.spend(stepsToLook);
    return compiled.holds(this.#subject(values));
  }

  /** Whether the rule determines what the policy answers to a call with these arguments. False where no effort is left. */
  determines({ rule }: LintedRule, values: Values): boolean {
    if (this.#effort.isSpent) return false;
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
    const call = { subject: this.#subject(values) };
    this.#calls.set(key, call);
    return call;
  }

  #subject(values: Values): CallSubject {
    return new CallSubject({ ...this.#template, arguments: values as JsonObject }, this.matched);
  }
}
