/** What the gate needs to know: the rules, those that may wait (with the work that they wait for), and those that a passed test proves. */
export interface Evidence {
  readonly rules: readonly string[];
  readonly pending: { readonly [rule: string]: string };
  readonly proved: ReadonlySet<string>;
}

/** What is wrong with the evidence, a sentence each. Empty: every rule is proved or waits openly. */
export function checkEvidence({ rules, pending, proved }: Evidence): string[] {
  const unproved = rules.filter((rule) => !proved.has(rule) && !Object.hasOwn(pending, rule));
  const waiting = Object.keys(pending);
  return [
    ...unproved.map((rule) => `No test proves ${rule}.`),
    ...waiting.filter((rule) => proved.has(rule)).map((rule) => `${rule} is proved by a test, and still in pending.json.`),
    ...waiting.filter((rule) => !rules.includes(rule)).map((rule) => `pending.json has ${rule}, which is no rule.`),
  ];
}
