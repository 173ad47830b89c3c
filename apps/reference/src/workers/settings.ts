/** What runs and workers of this app agree on. */

/** Milliseconds after which a worker that is silent counts as dead. */
export const lockMs = 10_000;

/** Longest arguments, and longest result, that go through Redis. */
export const maxBytes = 16 * 1024 * 1024;
