import type { EndedItem } from "./batch-item.js";
import { isThenable } from "./is-thenable.js";
import type { LazySignal } from "./lazy-signal.js";

/** How an attempt ended. */
export interface Settled<R> {
  readonly item: EndedItem<R>;
  /** Rejected, or fulfilled with a value that counts as failed. */
  readonly isFailed: boolean;
  /** Of an attempt that timed out: fulfilled when its work has ended after all. */
  readonly late?: Promise<unknown>;
}

/** A value for work that ended at once, so that synchronous work costs no promise. */
export type Settling<R> = Settled<R> | Promise<Settled<R>>;

export type IsFailure<R> = ((value: R) => boolean | PromiseLike<boolean>) | undefined;

export function rejected(error: unknown, attempts: number): Settled<never> {
  return { item: { kind: "rejected", error, attempts }, isFailed: true };
}

/** Runs something and captures its end as a value: it never throws or rejects. `signal` is released when the work has ended. */
export function settle<R>(run: () => R | PromiseLike<R>, attempts: number, isFailure?: IsFailure<R>, signal?: LazySignal): Settling<R> {
  let result: R | PromiseLike<R>;
  try {
    result = run();
    if (isThenable(result)) return settleLater(result, attempts, isFailure, signal);
    return fulfilled(result, attempts, isFailure, signal);
  } catch (error) {
    signal?.release();
    return rejected(error, attempts);
  }
}

async function settleLater<R>(
  result: PromiseLike<R>,
  attempts: number,
  isFailure: IsFailure<R>,
  signal: LazySignal | undefined,
): Promise<Settled<R>> {
  try {
    return fulfilled(await result, attempts, isFailure, signal);
  } catch (error) {
    signal?.release();
    return rejected(error, attempts);
  }
}

function fulfilled<R>(value: R, attempts: number, isFailure: IsFailure<R>, signal: LazySignal | undefined): Settling<R> {
  signal?.release();
  const item: EndedItem<R> = { kind: "fulfilled", value, attempts };
  // A promise is truthy, whatever it comes to.
  const isFailed = isFailure?.(value) ?? false;
  return isThenable(isFailed) ? judgedLater(item, isFailed) : { item, isFailed: Boolean(isFailed) };
}

async function judgedLater<R>(item: EndedItem<R>, isFailed: PromiseLike<boolean>): Promise<Settled<R>> {
  try {
    return { item, isFailed: Boolean(await isFailed) };
  } catch (error) {
    return rejected(error, item.attempts);
  }
}
