import { type PermissionPolicyData, readPolicyData } from "./policy-data.js";

/** Reading, searching and context of any kind; no editing, no programs. */
export const readOnlyPermissions: PermissionPolicyData = readPolicyData({
  mode: "rules",
  allow: { reader: ["*"], search: ["*"], context: ["*"] },
  deny: { editor: ["*"], bash: ["*"] },
});

/** Editing too; programs need an approval, and some are denied. A list of denied programs is a help, not a boundary. */
export const safePermissions: PermissionPolicyData = readPolicyData({
  mode: "rules",
  allow: { reader: ["*"], editor: ["*"], search: ["*"], context: ["*"] },
  deny: { bash: ["rm *", "sudo *", "chmod *", "kill *", "mkfs *"] },
  escalate: { bash: ["*"] },
});
