/** One attempt of one call. */
export interface Attempt {
  readonly callId: string;
  /** From 1. */
  readonly attempt: number;
}

/**
 * The id of the job of an attempt. Jobs cannot have a colon in their ids, nor ids that read as whole numbers. Throws `URIError` for half a
 * surrogate pair.
 */
export const jobIdOf = ({ callId, attempt }: Attempt): string => `${encodeURIComponent(callId)}.${attempt}`;

/** As a branch names its attempts. */
export const attemptIdOf = ({ callId, attempt }: Attempt): string => `${callId}:${attempt}`;
