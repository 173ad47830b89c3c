import { fileURLToPath } from "node:url";
import { combine, type PolicyLike } from "@acta/governance";
import { type FileSystemView, InvalidPolicy, PermissionPolicy } from "@acta/permissions";
import { notJson } from "./json-fault.js";
import { loadPolicyModule } from "./load-policy-module.js";
import { readText } from "./read-text.js";
import { UsageError } from "./usage-error.js";

/** File tools are allowed, programs are not. */
const defaultPolicyFile = fileURLToPath(new URL("../policies/default.json", import.meta.url));

/** What a user may say of the policies of a run. */
export interface PolicyChoice {
  /** A file of permission rules; null: the default one. */
  readonly policy: string | null;
  /** A module with a policy that is asked too. */
  readonly policyModule: string | null;
}

/** The policy that the calls of a run are put to. Throws `UsageError`, or the reason of the signal. */
export async function loadPolicies(
  { policy, policyModule }: PolicyChoice,
  fileSystem: FileSystemView,
  signal: AbortSignal,
): Promise<PolicyLike> {
  const permissions = await loadPolicy(policy ?? defaultPolicyFile, fileSystem, signal);
  if (policyModule === null) return permissions;
  const own = await loadPolicyModule(policyModule, signal);
  return combine([permissions, own], { id: `${permissions.id}+${typeof own === "function" ? "gate" : own.id}` });
}

/** A permission policy from a JSON file, whose examples hold. Throws `UsageError`, or the reason of the signal. */
export async function loadPolicy(path: string, fileSystem: FileSystemView, signal: AbortSignal): Promise<PermissionPolicy> {
  const text = await readText(path, "policy", signal);
  try {
    return PermissionPolicy.parse(text, { fileSystem });
  } catch (error) {
    if (!InvalidPolicy.isInstance(error)) throw error;
    const problem = error.cause instanceof SyntaxError ? `Its text is ${notJson(text)}.` : error.message;
    throw new UsageError(`The policy ${path} cannot be used: ${problem}`, { cause: error });
  }
}
