import { alphabetOf, type Language } from "./language.js";

const maxStates = 3_000;

interface Found {
  readonly states: readonly number[];
  readonly text: string;
}

/** A shortest text of all these languages; null if there is none; undefined if that can't be told with little effort. */
export function commonText(languages: readonly Language[]): string | null | undefined {
  return search({
    alphabet: alphabetOf(languages),
    start: languages.map(({ start }) => start),
    isGoal: (states) => states.every((state, index) => languages[index]?.isEnd(state)),
    next: (states, point) => combinations(states.map((state, index) => languages[index]?.next(state, point) ?? [])),
  });
}

/** A shortest text of the inner language that is none of the outer; null if there is none; undefined if that can't be told with little effort. */
export function textOutside(inner: Language, outer: Language): string | null | undefined {
  return search({
    alphabet: alphabetOf([inner, outer]),
    start: [inner.start, outer.start],
    isGoal: ([state = 0, ...others]) => inner.isEnd(state) && !others.some(outer.isEnd),
    next: ([state = 0, ...others], point) => {
      // All states that the outer language may be in at once: only a text that ends none of them is outside.
      const after = Array.from(new Set(others.flatMap((other) => outer.next(other, point)))).sort((one, other) => one - other);
      return inner.next(state, point).map((following) => [following, ...after]);
    },
  });
}

interface Search {
  readonly alphabet: readonly number[];
  readonly start: readonly number[];
  readonly isGoal: (states: readonly number[]) => boolean;
  readonly next: (states: readonly number[], point: number) => readonly (readonly number[])[];
}

function search({ alphabet, start, isGoal, next }: Search): string | null | undefined {
  const queue: Found[] = [{ states: start, text: "" }];
  const seen = new Set([start.join()]);
  for (const { states, text } of queue) {
    if (isGoal(states)) return text;
    for (const point of alphabet) {
      for (const following of next(states, point)) {
        const key = following.join();
        if (seen.has(key)) continue;
        if (seen.size === maxStates) return undefined;
        seen.add(key);
        queue.push({ states: following, text: text + String.fromCodePoint(point) });
      }
    }
  }
  return null;
}

function combinations(choices: readonly (readonly number[])[]): number[][] {
  return choices.reduce<number[][]>((sofar, choice) => sofar.flatMap((states) => choice.map((state) => [...states, state])), [[]]);
}
