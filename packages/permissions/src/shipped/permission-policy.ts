import { PermissionError } from "@acta/governance";
import { matchPattern } from "../pattern.js";
import { canonicalName } from "./canonical-name.js";
import { matchText, requireText } from "./match-text.js";
import type { Patterns, PermissionDecision } from "./permission-decision.js";

type Arguments = { readonly [name: string]: unknown };

/** Asked for an approval: `true`, or an object of arguments that replace the asked ones. Anything else refuses. */
export type EscalationHandler = (decision: PermissionDecision, args: Arguments) => unknown;

/** Null: go on with the arguments as they are. */
export type PermissionHook = (toolName: string, action: string, args: Arguments) => Promise<Arguments | null>;

export interface PermissionPolicyInit {
  /** Default `allow_all`. Any text but `allow_all` and `deny_all` means rules. */
  readonly mode?: string | undefined;
  readonly allow?: Patterns | undefined;
  readonly deny?: Patterns | undefined;
  readonly escalate?: Patterns | undefined;
  readonly onEscalate?: EscalationHandler | undefined;
}

/** The permission rules of the recorded project, faults included. (ADR-0012 D5) */
export class PermissionPolicy {
  readonly mode: string;
  readonly allow: Patterns;
  readonly deny: Patterns;
  readonly escalate: Patterns;
  readonly onEscalate: EscalationHandler | undefined;

  constructor({ mode = "allow_all", allow, deny, escalate, onEscalate }: PermissionPolicyInit = {}) {
    this.mode = mode;
    this.allow = canonical(allow);
    this.deny = canonical(deny);
    this.escalate = canonical(escalate);
    this.onEscalate = onEscalate;
  }

  /** Deny, allow, escalate, else denied. Throws a `TypeError` for an argument that patterns are matched against and that is no text. */
  check(toolName: string, action: string, args: Arguments): PermissionDecision {
    if (this.mode === "allow_all" || this.mode === "deny_all") {
      const behavior = this.mode === "allow_all" ? "allow" : "deny";
      return { behavior, toolName, action, reason: `mode=${this.mode}`, matchedRule: null };
    }
    const name = canonicalName(toolName);
    const decide = (behavior: PermissionDecision["behavior"], reason: string, matchedRule: string | null = null) => ({
      behavior,
      toolName: name,
      action,
      reason,
      matchedRule,
    });
    const match = matchText(name, action, args);
    if ("denied" in match) return decide("deny", match.denied);
    const denied = firstMatch(this.deny, name, match.text);
    if (denied !== undefined) return decide("deny", `denied by rule: ${denied}`, denied);
    const allowed = firstMatch(this.allow, name, match.text);
    if (allowed !== undefined) return decide("allow", `allowed by rule: ${allowed}`, allowed);
    const escalated = firstMatch(this.escalate, name, match.text);
    if (escalated !== undefined) return decide("escalate", `escalate by rule: ${escalated}`, escalated);
    return decide("deny", "no matching rule, default deny");
  }

  /** The policy as a hook before a tool. It throws `PermissionError` to refuse, and what the escalation handler throws. */
  toPreHook(): PermissionHook {
    return async (toolName, action, args) => {
      const decision = this.check(toolName, action, args);
      if (decision.behavior === "allow") return null;
      if (decision.behavior === "deny") throw new PermissionError(`Permission denied for ${toolName}.${action}: ${decision.reason}`);
      const answer: unknown = await this.onEscalate?.(decision, args);
      if (answer === true) return null;
      if (isObject(answer)) return answer;
      // Said even where a handler is configured, and refused.
      throw new PermissionError(
        `Permission escalation required for ${toolName}.${action}: ${decision.reason}. No escalation handler configured.`,
      );
    };
  }
}

function canonical(rules: Patterns = {}): Patterns {
  return Object.fromEntries(Object.entries(rules).map(([tool, patterns]) => [canonicalName(tool), patterns]));
}

/** The tool's own patterns come before those for every tool. */
function firstMatch(rules: Patterns, tool: string, text: unknown): string | undefined {
  const own = (key: string) => (Object.hasOwn(rules, key) ? (rules[key] ?? []) : []);
  return [...own(tool), ...own("*")].find((pattern) => matches(pattern, text));
}

function matches(pattern: string, text: unknown): boolean {
  if (pattern === "*") return true;
  const exact = requireText(text);
  return matchPattern(pattern, exact) || matchPattern(pattern.toLowerCase(), exact.toLowerCase());
}

function isObject(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
