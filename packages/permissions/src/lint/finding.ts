/** Something in a policy that is not what its author can have meant. */
export interface Finding {
  readonly code: FindingCode;
  /** Id of the rule that it is about, or `tools.…`, a description. */
  readonly rule: string;
  /** Id of the rule (or `mode.…`, `default`) that makes it so; null where the rule does by itself. */
  readonly other: string | null;
  /** A sentence, safe to show. */
  readonly message: string;
  /** Of several layers: names of the layers of `rule` and `other`. */
  readonly layer?: string;
  readonly otherLayer?: string;
}

export type FindingCode =
  /** There is no tool of this name: see `LintOptions`. */
  | "unknown_tool"
  /** No call that has the arguments can match. */
  | "never_matches"
  /** It matches, and always another one has answered before. */
  | "never_decides"
  /** Calls that need an approval are allowed without, and the rule that allows is no mere exception of the one that escalates. */
  | "allow_hides_escalate"
  /** Another layer denies every call that it denies. */
  | "deny_is_void"
  /** Too many rules of its tool overlap for all pairs to be compared: there may be more to find about it. */
  | "not_compared";
