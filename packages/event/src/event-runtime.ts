/** The only impure things that an event touches; injectable for tests and replays. */
export interface EventRuntime {
  /** Wall clock: milliseconds since the epoch. */
  now(): number;
  /** A clock that never goes back: milliseconds since some moment. */
  monotonic(): number;
  /** A new id that no other event has. */
  id(): string;
}

export const systemRuntime: EventRuntime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  id: () => crypto.randomUUID(),
};
