/**
 * - `repeated_message`: a message stands there again; the later one is removed
 * - `conflicting_message`: another message has its id; the later one is removed
 * - `missing_request`: a response without its request, which is written again from what the response says of it
 * - `second_response`: its request has a response; it is removed
 * - `missing_response`: a request that nobody answered; it is answered with an error, `lost`
 * - `wrong_link`: a request that does not name its response; it does then
 * - `mismatched_response`: a response under another function or correlation id than its request; it gets those of the request
 * - `misplaced_response`: a response that is not where its turn is answered; it is moved there
 */
export type FindingCode =
  | "repeated_message"
  | "conflicting_message"
  | "missing_request"
  | "second_response"
  | "missing_response"
  | "wrong_link"
  | "mismatched_response"
  | "misplaced_response";

/** One fault of a history. */
export interface Finding {
  readonly code: FindingCode;
  /** Of the message at fault: of `missing_response` and `wrong_link` the request, otherwise the response or the message itself. */
  readonly messageId: string;
  /** Where that message stands in the history as it was given. */
  readonly index: number;
}
