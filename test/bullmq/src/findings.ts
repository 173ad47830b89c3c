import type { Facts } from "./calls.js";
import type { Cost } from "./scenes/cost.js";
import type { Throughput } from "./scenes/throughput.js";

/** One line of a run. `ok`: as promised; of a control: caught. */
export interface Finding {
  readonly title: string;
  readonly ok: boolean;
  readonly text: string;
  readonly figures: unknown;
}

/** Every call one outcome, a true one, and nothing twice. */
export const isRight = ({ calls, withoutOutcome, other, attemptsTwice, unsafeTwice, untrue }: Facts): boolean =>
  calls > 0 && withoutOutcome + other.length + attemptsTwice + unsafeTwice + untrue === 0;

export const killed = (title: string, facts: Facts): Finding => ({
  title,
  // Without a call that was hit, the kills have shown nothing.
  ok: isRight(facts) && facts.lost > 0,
  text: textOf(facts),
  figures: facts,
});

/** A job that a worker was just being given when the connection broke belongs to nobody: at most one for each call that runs at once. */
export const restarted = (title: string, facts: Facts, atOnce: number): Finding => ({
  title,
  ok: isRight(facts) && facts.lost <= atOnce,
  text: textOf(facts),
  figures: facts,
});

export const survived = (title: string, facts: Facts): Finding => ({ title, ok: isRight(facts), text: textOf(facts), figures: facts });

export const caught = (title: string, facts: Facts, isCaught: (facts: Facts) => boolean): Finding => ({
  title: `control: ${title}`,
  ok: isCaught(facts),
  text: textOf(facts),
  figures: facts,
});

export const carried = ({ workers, perSecond, facts }: Throughput): Finding => ({
  title: `${facts.calls} calls over ${workers} ${workers === 1 ? "process" : "processes"}`,
  ok: isRight(facts) && facts.succeeded === facts.calls,
  text: `${perSecond} a second; ${textOf(facts)}`,
  figures: { workers, perSecond, facts },
});

const mostCost = 1.3;

export const costs = (cost: Cost): Finding => ({
  title: `cost over bare BullMQ, ${cost.inFlight} in flight`,
  ok: cost.ratio <= mostCost,
  text: `${cost.ratio.toFixed(2)}x (limit ${mostCost}x): ${cost.acta.toFixed(0)} µs a call against ${cost.bare.toFixed(0)} µs`,
  figures: cost,
});

function textOf({ calls, succeeded, ambiguous, lost, other, withoutOutcome, attemptsTwice, unsafeTwice, untrue }: Facts): string {
  const others = other.length === 0 ? "" : `, ${other.length} others (${[...new Set(other)].join(", ")})`;
  const ends = `${calls} calls: ${succeeded} succeeded, ${ambiguous} ambiguous${others}; ${lost} attempts lost`;
  return `${ends}, ${withoutOutcome} without one outcome, ${attemptsTwice} attempts twice, ${unsafeTwice} unsafe twice, ${untrue} untrue`;
}
