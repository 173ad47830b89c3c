import type { Runtime } from "./scope.js";

export const systemRuntime: Runtime = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  id: timeOrderedId,
});

const maxCounter = 0xffff;

let millisecond = -1;
/** All of an id but its counter: time, version, variant and random bits, which are drawn once a millisecond. */
let prefix = "";
let counter = 0;

/**
 * A UUID of version 7 (RFC 9562), its last 16 bits a counter: each sorts after those before it, so that the index of a store grows at its end and not
 * all over. Where the clock stands still or goes back, the counter goes on, and then the time.
 */
function timeOrderedId(): string {
  const now = Date.now();
  if (now > millisecond || counter > maxCounter) begin(Math.max(now, millisecond + 1));
  return prefix + (counter++).toString(16).padStart(4, "0");
}

function begin(time: number): void {
  const hex = time.toString(16).padStart(12, "0");
  millisecond = time;
  prefix = `${hex.slice(0, 8)}-${hex.slice(8)}-7${crypto.randomUUID().slice(15, -4)}`;
  counter = 0;
}
