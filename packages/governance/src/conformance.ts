export type { Case, Check } from "./conformance/case.js";
export { CheckFailed, plainCheck } from "./conformance/check.js";
export { policyCases } from "./conformance/policy-cases.js";
export { type CaseResult, type RunOptions, reasonToSkip, runCases, summaryOf } from "./conformance/run-cases.js";
export type { Limit, PolicyCapability, PolicySubject, Skip } from "./conformance/subject.js";
