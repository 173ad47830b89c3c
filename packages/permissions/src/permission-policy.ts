import { abstain, allow, type CallContext, canonicalJson, type Decision, deny } from "@acta/governance";
import type { ExplainingPolicy, RuleExplanation } from "@acta/governance/explain";
import { checkExamples } from "./check-examples.js";
import { explainRules } from "./explain-rules.js";
import type { FileSystemView } from "./file-system-view.js";
import { parsePolicy } from "./parse-policy.js";
import { type PermissionPolicyData, readPolicyData } from "./policy-data.js";
import { readOnlyPermissions, safePermissions } from "./presets.js";
import { printable } from "./printable.js";
import { Rulebook, type ToolRules } from "./rulebook.js";
import { rulesInEffect } from "./rules-in-effect.js";
import { CallSubject } from "./subject.js";

export interface PermissionOptions {
  /** Where `pathWithin` looks links up. Without it, `pathWithin` is unclear: it denies and escalates, and allows nothing. */
  readonly fileSystem?: FileSystemView | undefined;
}

/** Why a call is answered as it is. */
export interface Explanation {
  /** What `decide` answers; its `rule` names the rule that determined it. */
  readonly decision: Decision;
  /** The text that patterns which allow are matched against, printable; null where the arguments don't have it. */
  readonly text: string | null;
  /** Every rule about the tool, in the order in which they are asked, and what answers where none of them does. Exactly one determines. */
  readonly rules: readonly RuleExplanation[];
}

/**
 * Permission rules as plain JSON data. Synchronous, immutable, without state. (ADR-0012 D5)
 *
 * In mode `rules` the first match answers, of the tables deny, allow, escalate in this order, in each the tool's own key before `*`; then
 * the default. A program that is more than words and quotes is denied (`shell_syntax`) in every mode but `allow_all`. Whatever is unclear
 * counts against the call: aliases, letter case and unreadable arguments may widen deny and escalate, never allow.
 */
export class PermissionPolicy implements ExplainingPolicy {
  readonly id: string;
  /** The rules in effect as canonical JSON, default descriptions of tools included: equal rules, equal text. */
  readonly version: string;
  readonly #data: PermissionPolicyData;
  readonly #rulebook: Rulebook;

  /** Throws `InvalidPolicy` (`invalid_policy`) unless the data is valid and its examples hold. Copies it. */
  constructor(data: PermissionPolicyData, options: PermissionOptions = {}) {
    this.#data = readPolicyData(data);
    this.#rulebook = new Rulebook(this.#data, options.fileSystem);
    this.id = this.#data.id ?? "permissions";
    this.version = canonicalJson(rulesInEffect(this.#data, this.#rulebook.descriptions));
    Object.freeze(this);
    checkExamples(this.#data, this);
  }

  /** From a value that may be anything. Throws `InvalidPolicy`. */
  static from(value: unknown, options?: PermissionOptions): PermissionPolicy {
    return new PermissionPolicy(readPolicyData(value), options);
  }

  /** From JSON text, of a file for example. Throws `InvalidPolicy`. */
  static parse(text: string, options?: PermissionOptions): PermissionPolicy {
    return new PermissionPolicy(parsePolicy(text), options);
  }

  /** The preset `readOnlyPermissions`. */
  static readOnly(): PermissionPolicy {
    return new PermissionPolicy(readOnlyPermissions);
  }

  /** The preset `safePermissions`. */
  static safe(): PermissionPolicy {
    return new PermissionPolicy(safePermissions);
  }

  decide(call: CallContext): Decision {
    const rules = this.#rulebook.rulesFor(call.function);
    return this.#decide(rules, new CallSubject(call, rules.matched));
  }

  /** The decision, every rule about the tool, and why each of them holds or does not, also where the mode or the syntax of a program determines. */
  explain(call: CallContext): Explanation {
    const rules = this.#rulebook.rulesFor(call.function);
    const subject = new CallSubject(call, rules.matched);
    const decision = this.#decide(rules, subject);
    const { text } = subject;
    return {
      decision,
      text: text.readable ? printable(text.exact.source) : null,
      rules: explainRules(this.#rulebook, rules, subject, decision),
    };
  }

  /** The data that the policy was made from, equal and frozen. */
  toJSON(): PermissionPolicyData {
    return this.#data;
  }

  #decide(rules: ToolRules, subject: CallSubject): Decision {
    const { mode } = this.#data;
    if (mode === "allow_all") return allowAll;
    if (rules.runsPrograms && !subject.text.readable && subject.text.program) {
      return denied("shell_syntax", `The program can't be judged. ${subject.text.problem}`);
    }
    if (mode === "deny_all") return denyAll;
    for (const rule of rules.ordered) if (rule.holds(subject)) return rule.answer(subject);
    const otherwise = this.#data.default === "abstain" ? abstains : denies;
    // Only a described tool has arguments that may not have a text.
    if (rules.matched === undefined || subject.text.readable) return otherwise;
    return { ...otherwise, reason: `${noRule} ${subject.text.problem}` };
  }
}

const denied = (rule: string, reason: string): Decision => deny(reason, { rule, code: "permission_denied" });
const allowAll: Decision = Object.freeze(allow({ rule: "mode.allow_all", reason: "The policy allows every call." }));
const denyAll: Decision = Object.freeze(denied("mode.deny_all", "The policy denies every call."));

const noRule = "No rule holds for the call.";
const abstains: Decision = Object.freeze(abstain({ rule: "default", reason: noRule }));
const denies: Decision = Object.freeze(denied("default", noRule));
