import type { Mutant } from "./mutant.js";
import type { Rules } from "./rules.js";

export interface Plan {
  readonly mutants: readonly Mutant[];
  /** How many rules no test proves yet, so that there is nothing to try. */
  readonly skipped: number;
}

/** What to try: a mutant for each rule, or for the one that is `only`. Throws where a rule does not have exactly one. */
export function plan({ ids, pending }: Rules, mutants: readonly Mutant[], only?: string): Plan {
  if (only !== undefined && !ids.includes(only)) throw new Error(`There is no rule ${only}.`);
  const proved = ids.filter((id) => !Object.hasOwn(pending, id));
  const mutantsOf = (id: string) => mutants.filter(({ rule }) => rule === id);
  const problems = [
    ...mutants.filter(({ rule }) => !ids.includes(rule)).map(({ rule }) => `There is a mutant of ${rule}, which is no rule.`),
    ...proved.filter((id) => mutantsOf(id).length !== 1).map((id) => `${id} has ${mutantsOf(id).length} mutants; it needs one.`),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const wanted = (id: string) => only === undefined || id === only;
  return { mutants: proved.filter(wanted).flatMap(mutantsOf), skipped: Object.keys(pending).filter(wanted).length };
}
