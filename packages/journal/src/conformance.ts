export type { Case, Check } from "./conformance/case.js";
export { CheckFailed, plainCheck } from "./conformance/check.js";
export { journalCases } from "./conformance/journal-cases.js";
export { type CaseResult, type RunOptions, reasonToSkip, runCases, summaryOf } from "./conformance/run-cases.js";
export type { JournalCapability, JournalSubject, Skip } from "./conformance/subject.js";
