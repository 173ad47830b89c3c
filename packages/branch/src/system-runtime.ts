import type { Runtime } from "./scope.js";

export const systemRuntime: Runtime = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  id: timeOrderedId,
});

let millisecond = Number.NaN;
let prefix = "";

/** A UUID of version 7 (RFC 9562): later ones sort after earlier ones, so that the index of a store grows at its end and not all over. */
function timeOrderedId(): string {
  const now = Date.now();
  if (now !== millisecond) {
    const hex = now.toString(16).padStart(12, "0");
    millisecond = now;
    prefix = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
  }
  return prefix + crypto.randomUUID().slice(15);
}
