export type { Patterns, PermissionDecision } from "./shipped/permission-decision.js";
export { type EscalationHandler, type PermissionHook, PermissionPolicy, type PermissionPolicyInit } from "./shipped/permission-policy.js";
export { readOnlyPolicy, safePolicy } from "./shipped/presets.js";
