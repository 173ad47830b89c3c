/** Why, where a program may want to know. */
export type UsageCode = "no_folder" | "invalid_entry";

/** What the user asked for cannot be done: exit status 2, and the message, one sentence, on stderr. */
export class UsageError extends Error {
  /** Stable, and printed in brackets after the sentence; undefined where the sentence is all there is. */
  readonly code: UsageCode | undefined;
  /** Printed on a line of its own, after the sentence: what would do instead. */
  readonly more: string | undefined;

  constructor(
    message: string,
    { code, more, ...options }: ErrorOptions & { readonly code?: UsageCode | undefined; readonly more?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.more = more;
  }
}
