export type { Case, Check } from "./conformance/case.js";
export { CheckFailed, plainCheck } from "./conformance/check.js";
export { executorCases } from "./conformance/executor-cases.js";
export { type CaseResult, type RunOptions, reasonToSkip, runCases, summaryOf } from "./conformance/run-cases.js";
export type { ExecutorCapability, ExecutorSubject, Skip } from "./conformance/subject.js";
export { type ConformanceHost, type ConformanceToolName, type ConformanceTools, conformanceTools } from "./conformance/tools.js";
