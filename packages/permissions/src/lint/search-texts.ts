import type { Effort } from "./effort.js";
import { alphabetOf, type Language, stateLimit } from "./language.js";

const maxStates = 3_000;

type States = readonly number[];

interface Found {
  readonly states: States;
  readonly text: string;
}

/**
 * The first of the shortest texts of all these languages, in the order of the alphabet; null if there is none; undefined if that can't be told
 * with little effort, or with what is left of it.
 */
export function commonText(languages: readonly Language[], effort?: Effort): string | null | undefined {
  return search({
    alphabet: alphabetOf(languages),
    start: languages.map(({ start }) => start),
    isGoal: (states) => states.every((state, index) => languages[index]?.isEnd(state)),
    next: (states, point) => afterAll(languages, states, point),
    effort,
  });
}

/** The first of the shortest texts of the inner language that is none of the outer; null and undefined as for `commonText`. */
export function textOutside(inner: Language, outer: Language, effort?: Effort): string | null | undefined {
  return search({
    alphabet: alphabetOf([inner, outer]),
    start: [inner.start, outer.start],
    isGoal: ([state = 0, ...others]) => inner.isEnd(state) && !others.some(outer.isEnd),
    next: ([state = 0, ...others], point) => {
      const following = inner.next(state, point);
      if (following.length === 0) return [];
      const after = allAfter(outer, others, point);
      return following.map((each) => [each, ...after]);
    },
    effort,
  });
}

/** All states that a language may be in at once, but for those that others of them include: only a text that ends none of them is outside. */
function allAfter(language: Language, states: States, point: number): States {
  const after: number[] = [];
  for (const state of states) for (const next of language.next(state, point)) if (!after.includes(next)) after.push(next);
  if (after.length < 2) return after;
  after.sort((one, other) => one - other);
  const first = after.findLastIndex((state) => language.includesEarlier?.(state));
  return first > 0 ? after.slice(first) : after;
}

interface Search {
  readonly alphabet: readonly number[];
  readonly start: States;
  readonly isGoal: (states: States) => boolean;
  readonly next: (states: States, point: number) => readonly States[];
  readonly effort: Effort | undefined;
}

function search({ alphabet, start, isGoal, next, effort }: Search): string | null | undefined {
  const queue: Found[] = [{ states: start, text: "" }];
  const seen = new Set([keyOf(start)]);
  for (const { states, text } of queue) {
    if (isGoal(states)) return text;
    if (effort?.mayGoOn() === false) return undefined;
    effort?.spend(alphabet.length * states.length);
    for (const point of alphabet) {
      for (const following of next(states, point)) {
        const key = keyOf(following);
        if (seen.has(key)) continue;
        if (seen.size === maxStates) return undefined;
        seen.add(key);
        queue.push({ states: following, text: text + String.fromCodePoint(point) });
      }
    }
  }
  return null;
}

/** A number where they fit into one: most often, and faster. */
function keyOf(states: States): number | string {
  return states.length <= 5 ? states.reduce((key, state) => key * stateLimit + state, 1) : states.join();
}

function afterAll(languages: readonly Language[], states: States, point: number): readonly States[] {
  const choices: States[] = [];
  for (let index = 0; index < languages.length; index++) {
    const following = languages[index]?.next(states[index] ?? 0, point) ?? [];
    // Most often one of them goes no further.
    if (following.length === 0) return [];
    choices.push(following);
  }
  return combinations(choices);
}

function combinations([first = [], ...others]: readonly States[]): readonly States[] {
  let all = first.map((state) => [state]);
  for (const choice of others) {
    const longer: number[][] = [];
    for (const each of all) for (const state of choice) longer.push(each.concat(state));
    all = longer;
  }
  return all;
}
