import { readOnlyPermissions, safePermissions } from "../presets.js";
import { PermissionPolicy } from "./permission-policy.js";

/** Reading, searching and context; no editing, no programs. */
export const readOnlyPolicy = (): PermissionPolicy => new PermissionPolicy(readOnlyPermissions);

/** Editing too; programs are escalated, and some are denied. */
export const safePolicy = (): PermissionPolicy => new PermissionPolicy(safePermissions);
