import { actionsCases } from "./actions-cases.js";
import { batchCases } from "./batch-cases.js";
import { branchCases } from "./branch-cases.js";
import { eventCases } from "./event-cases.js";
import { governanceCases } from "./governance-cases.js";
import { hooksCases } from "./hooks-cases.js";
import { journalCases } from "./journal-cases.js";
import { messagesCases } from "./messages-cases.js";
import type { ScenarioCase } from "./scenario-case.js";

/** Every neutral package, end to end. */
export const cases: readonly ScenarioCase[] = [
  ...eventCases,
  ...hooksCases,
  ...governanceCases,
  ...journalCases,
  ...actionsCases,
  ...messagesCases,
  ...batchCases,
  ...branchCases,
];
