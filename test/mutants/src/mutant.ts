/** One deliberate, minimal change of exactly the step that a rule is about. A test that cites the rule must notice it. */
export interface Mutant {
  readonly rule: string;
  /** From the root of the repository, with slashes. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What is wrong with the mutant, in the rule's words. */
  readonly why: string;
}

/** The file with the mutant in it. Throws when the mutant does not fit: sources move on. */
export function mutate(text: string, { rule, file, find, replace }: Mutant): string {
  const parts = text.split(find);
  if (parts.length === 2) return parts.join(replace);
  throw new Error(`The mutant of ${rule} does not fit any more: what it changes occurs ${parts.length - 1} times in ${file}.`);
}
