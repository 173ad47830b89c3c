import { matchPattern } from "@acta/permissions";

const mostAlternatives = 256;

/**
 * Whether a path, with `/` between its names, matches a file pattern: `**` is any number of folders, `*`, `?` and `[abc]` match within one
 * name, `{a,b}` is either. Without regular expressions, and in polynomial time: a pattern comes from a model.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map((alternative) => alternative.split("/").filter((name) => name !== "" && name !== "."));
  return (path) => alternatives.some((names) => matchNames(names, path.split("/")));
}

/** Each row says which starts of the path the pattern matches up to one of its names. */
function matchNames(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = [true, ...path.map(() => false)];
  for (const name of pattern) {
    if (name === "**") {
      const start = reached.indexOf(true);
      reached = reached.map((_, index) => start >= 0 && index >= start);
    } else {
      const before = reached;
      reached = before.map((_, index) => index > 0 && before[index - 1] === true && matchPattern(name, path[index - 1] ?? ""));
    }
  }
  return reached.at(-1) === true;
}

/** Braces without a comma or an end are themselves. Throws where there are too many alternatives. */
export function expandBraces(pattern: string): readonly string[] {
  const open = findBraces(pattern);
  if (open === null) return [pattern];
  const { start, end, commas } = open;
  const edges = [start, ...commas, end];
  const expanded: string[] = [];
  for (let index = 1; index < edges.length; index++) {
    const alternative = pattern.slice((edges[index - 1] ?? 0) + 1, edges[index]);
    expanded.push(...expandBraces(pattern.slice(0, start) + alternative + pattern.slice(end + 1)));
    if (expanded.length > mostAlternatives) throw new Error(`The pattern has more than ${mostAlternatives} alternatives.`);
  }
  return expanded;
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly commas: readonly number[];
}

/** The innermost pair that is closed first. */
function findBraces(pattern: string): Braces | null {
  let start = -1;
  let commas: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "{") {
      start = at;
      commas = [];
    } else if (character === "," && start >= 0) commas.push(at);
    else if (character === "}" && start >= 0) {
      if (commas.length > 0) return { start, end: at, commas };
      start = -1;
    }
  }
  return null;
}
