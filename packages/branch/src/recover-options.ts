import type { JsonObject } from "@acta/governance";

/** How the calls are ended that a dead process left open. */
export interface RecoverOptions {
  /**
   * Runs calls again that had started, where their effect allows it (`read`, `idempotent`, or the tool's `reconcile` knows that nothing
   * happened): as the next attempt of the same call, with the same idempotency key, authorized again. Default false: they are `ambiguous`.
   */
  readonly rerun?: boolean | undefined;
  /** Aborted: what runs again is cancelled, and what has not been looked at stays open for the next recovery. */
  readonly signal?: AbortSignal | undefined;
  /** Facts that the host vouches for now, for policies that are asked again: those of the dead process are not kept. */
  readonly attributes?: JsonObject | undefined;
}
