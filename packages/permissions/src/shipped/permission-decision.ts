/** Patterns by the name of a tool, or by `*` for every tool. */
export type Patterns = { readonly [tool: string]: readonly string[] };

/** What the recorded policy answers. */
export interface PermissionDecision {
  readonly behavior: "allow" | "deny" | "escalate";
  /** Canonical, unless the mode answered alone. */
  readonly toolName: string;
  readonly action: string;
  readonly reason: string;
  /** The pattern that decided; null where none did. */
  readonly matchedRule: string | null;
}
