import { answerCases } from "./answer-cases.js";
import { callCases } from "./call-cases.js";
import type { Case } from "./case.js";
import { closeCases } from "./close-cases.js";
import { offLoopCases } from "./off-loop-cases.js";
import { stopCases } from "./stop-cases.js";
import type { ExecutorSubject } from "./subject.js";
import { throwCases } from "./throw-cases.js";

/** Every obligation of the contract. Free of any test runner: `for (const one of executorCases) test(one.id, () => one.run(subject, check))`. */
export const executorCases: readonly Case<ExecutorSubject>[] = [
  ...answerCases,
  ...throwCases,
  ...callCases,
  ...offLoopCases,
  ...stopCases,
  ...closeCases,
];
