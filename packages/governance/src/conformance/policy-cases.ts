import { combine } from "../combine.js";
import { answerObligations } from "./answer-cases.js";
import type { Case } from "./case.js";
import { composedObligations } from "./composed-cases.js";
import { explainedLimit, limitObligations } from "./limit-cases.js";
import { caseOf } from "./obligation.js";
import { repeatObligations } from "./repeat-cases.js";
import type { PolicySubject } from "./subject.js";
import type { Wrapping } from "./world.js";

const bare: Wrapping = { wrap: (policy) => policy, expected: (kind) => kind };
/** Where all abstain, a combined policy denies. */
const combined: Wrapping = { wrap: (policy) => combine([policy]), expected: (kind) => (kind === "abstain" ? "deny" : kind) };

/**
 * Every obligation of the contract. Free of any test runner: `for (const one of policyCases) test(one.id, () => one.run(subject, check))`. One
 * after the other: while a case runs, the clock of the realm may be another.
 */
export const policyCases: readonly Case<PolicySubject>[] = [
  ...[...answerObligations, ...repeatObligations, ...limitObligations, explainedLimit, ...composedObligations].map((one) =>
    caseOf(one, bare),
  ),
  ...[...repeatObligations, ...limitObligations].map((one) =>
    caseOf({ ...one, id: `combined.${one.id}`, requirement: `Within \`combine\`: ${one.requirement}` }, combined),
  ),
];
