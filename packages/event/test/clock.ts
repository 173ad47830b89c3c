/** A clock that stands still until it is moved. */
export function clock() {
  const state = { time: 1_000 };
  return { state, runtime: { now: () => 1_700_000_000_000, monotonic: () => state.time, id: () => "event-1" } };
}
