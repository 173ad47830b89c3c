/** What the user asked for cannot be done: exit status 2, and the message, one sentence, on stderr. */
export class UsageError extends Error {}
