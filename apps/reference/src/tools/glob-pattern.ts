import { patternMatcher } from "@acta/permissions";

const mostAlternatives = 256;
/** Milliseconds that one pattern may take for all paths together. */
const defaultTimeMs = 1_000;

/** `**`, or what one name has to match. */
type NamePattern = "**" | ((name: string) => boolean);

/**
 * Whether a path, with `/` between its names, matches a file pattern: `**` is any number of folders, `*`, `?` and `[abc]` match within one
 * name, `{a,b}` is either. Without regular expressions, in polynomial time, and throwing when the time for all paths is used up: a pattern
 * comes from a model.
 */
export function globMatcher(pattern: string, timeMs = defaultTimeMs): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map(readNames);
  let leftMs = timeMs;
  return (path) => {
    if (leftMs < 0) throw new Error(`The search took longer than ${timeMs} ms; the pattern is too slow for these files.`);
    const started = performance.now();
    const names = path.split("/");
    const isMatch = alternatives.some((alternative) => matchNames(alternative, names));
    leftMs -= performance.now() - started;
    return isMatch;
  };
}

function readNames(pattern: string): readonly NamePattern[] {
  const names = pattern.split("/").filter((name) => name !== "" && name !== ".");
  return names.map((name) => (name === "**" ? name : patternMatcher(name)));
}

/** Each row says which starts of the path the pattern matches up to one of its names. */
function matchNames(pattern: readonly NamePattern[], path: readonly string[]): boolean {
  let reached = [true, ...path.map(() => false)];
  for (const name of pattern) {
    if (name === "**") {
      const start = reached.indexOf(true);
      reached = reached.map((_, index) => start >= 0 && index >= start);
    } else {
      const before = reached;
      reached = before.map((_, index) => index > 0 && before[index - 1] === true && name(path[index - 1] ?? ""));
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
