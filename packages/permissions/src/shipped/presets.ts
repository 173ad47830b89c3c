import { readOnlyPermissions, safePermissions } from "../presets.js";
import { PermissionPolicy, type PermissionPolicyInit } from "./permission-policy.js";

/** Reading, searching and context; no editing, no programs. */
export const readOnlyPolicy = (): PermissionPolicy => new PermissionPolicy(readOnlyPermissions as PermissionPolicyInit);

/** Editing too; programs are escalated, and some are denied. */
export const safePolicy = (): PermissionPolicy => new PermissionPolicy(safePermissions as PermissionPolicyInit);
