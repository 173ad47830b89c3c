import type { ExecutorAttempt } from "@acta/actions/executor";

/**
 * The id of the job of an attempt. Jobs cannot have a colon in their ids, nor ids that read as whole numbers. Throws `URIError` for half a
 * surrogate pair.
 */
export const jobIdOf = ({ callId, attempt }: ExecutorAttempt): string => `${encodeURIComponent(callId)}.${attempt}`;

/** As a branch names its attempts. */
export const attemptIdOf = ({ callId, attempt }: ExecutorAttempt): string => `${callId}:${attempt}`;
