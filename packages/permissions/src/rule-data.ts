import type { Json } from "@acta/governance";

/** A pattern over the text of a call, or typed conditions on its arguments. */
export type RuleData = string | TypedRule;

/** At least one of `pattern` and `arguments`; where both are given, both must hold. */
export type TypedRule = {
  /** Over the text that the description of the tool makes of a call. */
  readonly pattern?: string | undefined;
  /** Conditions by the names of arguments. All must hold. */
  readonly arguments?: ArgumentRules | undefined;
  /** Checked when the policy is made: one that fails refuses the policy. */
  readonly examples?: readonly RuleExample[] | undefined;
};

export type ArgumentRules = { readonly [argument: string]: ArgumentRule };

/**
 * Conditions on one argument; all that are given must hold. A condition whose argument is missing, null or of another type is unclear: the rule
 * then counts as a match when it denies or escalates, and as none when it allows. To deny or escalate, texts are compared in any case.
 */
export type ArgumentRule = {
  readonly equals?: Json | undefined;
  readonly oneOf?: readonly Json[] | undefined;
  readonly prefix?: string | undefined;
  /** `*`, `?`, `[a-z]` over the whole text, as in patterns. */
  readonly glob?: string | undefined;
  /** The path is one of these folders or below one, after links. Needs a `FileSystemView`; without it, it is unclear. */
  readonly pathWithin?: string | readonly string[] | undefined;
  /** Host of a URL: `example.com`, or `*.example.com` for every host below it. */
  readonly hostIn?: readonly string[] | undefined;
  /** A number between these, both included. */
  readonly range?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  /** Code points of a text. */
  readonly maxLength?: number | undefined;
  /** Whether the argument is given, and not null. Where it does not hold the rule does not, whatever its other conditions say. */
  readonly present?: boolean | undefined;
  /** Patterns for the words of a command line, one by one; `**` is any number of words. */
  readonly program?: readonly string[] | undefined;
  /** Conditions on the members of an object. */
  readonly fields?: ArgumentRules | undefined;
};

/** A call with the answer that the whole policy must give. */
export type RuleExample = {
  /** Default: the key that the rule stands under. Required under `*`. */
  readonly tool?: string | undefined;
  readonly arguments: { readonly [name: string]: Json };
  readonly expect: "allow" | "deny" | "escalate" | "abstain";
};
