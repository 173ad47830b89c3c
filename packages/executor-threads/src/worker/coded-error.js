/**
 * A `ThreadsError` as a thread makes it: with its brand and its code.
 * @param {import("../threads-error.js").ThreadsErrorCode} code
 * @param {string} message
 * @param {unknown} [cause]
 */
export function codedError(code, message, cause) {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.assign(error, { name: "ThreadsError", code, [Symbol.for("acta.threads-error")]: true });
}
