export { InvalidPolicy } from "./invalid-policy.js";
export { type ParsedProgram, type ProgramProblem, parseProgram } from "./parse-program.js";
export { matchPattern, patternMatcher } from "./pattern.js";
export { type Explanation, PermissionPolicy } from "./permission-policy.js";
export type { PermissionPolicyData, PermissionRules } from "./policy-data.js";
export { readOnlyPermissions, safePermissions } from "./presets.js";
export type { Rule, TableName } from "./rule-table.js";
export { defaultTools, type MatchedArgument, type ToolDescription } from "./tool-description.js";
