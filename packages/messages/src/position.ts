/**
 * The place of a message within its batch. The members of a batch stand together, by index, where the first of them was added;
 * a response stands after its request, whatever is said here.
 */
export interface Position {
  readonly batchId?: string | undefined;
  /** Default: after the members that are there. */
  readonly index?: number | undefined;
}
