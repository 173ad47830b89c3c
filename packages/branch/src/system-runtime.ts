import type { Runtime } from "./scope.js";

export const systemRuntime: Runtime = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  id: timeOrderedId,
});

let millisecond = Number.NaN;
let start = "";
let count = 0;

/** An id of one millisecond ends with a number, from 0 to this. */
const lastNumber = 0xffff;

/**
 * A UUID of version 7 (RFC 9562): later ones sort after earlier ones, so that the index of a store grows at its end and not all over. Those of one
 * millisecond have the same random bits, and are told apart by the number that they end with.
 */
function timeOrderedId(): string {
  const now = Date.now();
  if (now !== millisecond || count > lastNumber) {
    const hex = now.toString(16).padStart(12, "0");
    millisecond = now;
    start = `${hex.slice(0, 8)}-${hex.slice(8)}-7${crypto.randomUUID().slice(15, -4)}`;
    count = 0;
  }
  return start + (count++).toString(16).padStart(4, "0");
}
