import { brokenAnswers } from "./broken/answers.js";
import type { BrokenPolicy } from "./broken/defects.js";
import { brokenLimits } from "./broken/limits.js";
import { brokenRepeats } from "./broken/repeats.js";

/** The controls of the kit: for each case a policy with one defect, which that case must find, combined too. */
export const brokenPolicies: readonly BrokenPolicy[] = [
  ...brokenAnswers,
  ...brokenRepeats,
  ...brokenLimits,
  ...[...brokenRepeats, ...brokenLimits].map((one) => ({ ...one, caughtBy: `combined.${one.caughtBy}` })),
];
