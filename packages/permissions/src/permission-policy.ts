import { abstain, allow, type CallContext, canonicalJson, type Decision, deny, escalate, type Policy } from "@acta/governance";
import { type MatchText, readMatchText } from "./match-text.js";
import { parsePolicy } from "./parse-policy.js";
import { type PermissionPolicyData, readPolicyData, tableNames } from "./policy-data.js";
import { readOnlyPermissions, safePermissions } from "./presets.js";
import { type Rule, RuleTable } from "./rule-table.js";
import { ToolDirectory } from "./tool-directory.js";

/** Why a call is answered as it is. */
export interface Explanation {
  /** What `decide` answers; its `rule` names the rule that determined it. */
  readonly decision: Decision;
  /** The text that rules which allow are matched against; null where the arguments don't have it. */
  readonly text: string | null;
  /** Every rule that matches, of every table, in the order in which they are asked. */
  readonly matches: readonly (Rule & { readonly determining: boolean })[];
}

/**
 * Permission rules as plain JSON data. Synchronous, immutable, without state. (ADR-0012 D5)
 *
 * In mode `rules` the first match answers, of the tables deny, allow, escalate in this order, in each the tool's own key before `*`; then
 * the default. A program that is more than words and quotes is denied (`shell_syntax`) in every mode but `allow_all`. Whatever is unclear
 * counts against the call: aliases, letter case and unreadable arguments may widen deny and escalate, never allow.
 */
export class PermissionPolicy implements Policy {
  readonly id: string;
  /** The rules in effect as canonical JSON, default descriptions of tools included: equal rules, equal text. */
  readonly version: string;
  readonly #data: PermissionPolicyData;
  readonly #tools: ToolDirectory;
  readonly #tables: readonly RuleTable[];

  /** Throws `InvalidPolicy` (`invalid_policy`) unless the data is valid. Copies it. */
  constructor(data: PermissionPolicyData) {
    this.#data = readPolicyData(data);
    this.#tools = new ToolDirectory(this.#data.tools);
    const widen = (name: string) => this.#tools.wideName(name);
    this.#tables = tableNames.map((table) => new RuleTable(table, this.#data[table] ?? {}, table === "allow" ? undefined : widen));
    this.id = this.#data.id ?? "permissions";
    this.version = versionOf(this.#data, this.#tools);
    Object.freeze(this);
  }

  /** From a value that may be anything. Throws `InvalidPolicy`. */
  static from(value: unknown): PermissionPolicy {
    return new PermissionPolicy(readPolicyData(value));
  }

  /** From JSON text, of a file for example. Throws `InvalidPolicy`. */
  static parse(text: string): PermissionPolicy {
    return new PermissionPolicy(parsePolicy(text));
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
    return this.#decide(call, this.#read(call));
  }

  /** The decision with every rule that matches, also where the mode or the syntax of a program determines it. */
  explain(call: CallContext): Explanation {
    const text = this.#read(call);
    const decision = this.#decide(call, text);
    const matches = Array.from(this.#matching(call, text), (rule) => ({ ...rule, determining: rule.id === decision.rule }));
    return { decision, text: text.readable ? text.exact.source : null, matches };
  }

  /** The data that the policy was made from, equal and frozen. */
  toJSON(): PermissionPolicyData {
    return this.#data;
  }

  #read(call: CallContext): MatchText {
    return readMatchText(call, this.#tools.matchedArguments(call.function));
  }

  #decide(call: CallContext, text: MatchText): Decision {
    const { mode } = this.#data;
    if (mode === "allow_all") return allow({ rule: "mode.allow_all", reason: "The policy allows every call." });
    const problem = text.readable ? "" : ` ${text.problem}`;
    if (!text.readable && text.program) return denied("shell_syntax", `The program can't be judged.${problem}`);
    if (mode === "deny_all") return denied("mode.deny_all", "The policy denies every call.");
    const [rule] = this.#matching(call, text);
    if (rule) return answer(rule, `Rule ${rule.id} (${JSON.stringify(rule.pattern)}) holds for the call.${problem}`);
    const reason = `No rule holds for the call.${problem}`;
    return this.#data.default === "abstain" ? abstain({ rule: "default", reason }) : denied("default", reason);
  }

  *#matching(call: CallContext, text: MatchText): Generator<Rule> {
    for (const table of this.#tables) yield* table.matching(call.function, text);
  }
}

const denied = (rule: string, reason: string): Decision => deny(reason, { rule, code: "permission_denied" });

function answer(rule: Rule, reason: string): Decision {
  if (rule.table === "deny") return denied(rule.id, reason);
  return rule.table === "allow" ? allow({ rule: rule.id, reason }) : escalate(reason, { rule: rule.id });
}

function versionOf(data: PermissionPolicyData, tools: ToolDirectory): string {
  const { mode, allow = {}, deny = {}, escalate = {} } = data;
  return canonicalJson({ mode, default: data.default ?? "deny", allow, deny, escalate, tools: tools.descriptions });
}
