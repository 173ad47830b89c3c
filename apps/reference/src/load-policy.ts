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

/** What the calls of a run are put to. */
export interface RunPolicies {
  readonly policy: PolicyLike;
  /** The rules among it. */
  readonly permissions: PermissionPolicy;
}

/** The policies of a run. Throws `UsageError`, or the reason of the signal. */
export async function loadPolicies(choice: PolicyChoice, fileSystem: FileSystemView, signal: AbortSignal): Promise<RunPolicies> {
  return (await readPolicies(choice, signal))(fileSystem);
}

/** The policies for the files of a place. Throws `UsageError`. */
export type PoliciesIn = (fileSystem: FileSystemView) => RunPolicies;

/** The same for several places: what is read may be a pipe, which is read once. Throws `UsageError`, or the reason of the signal. */
export async function readPolicies({ policy: file, policyModule }: PolicyChoice, signal: AbortSignal): Promise<PoliciesIn> {
  const permissionsIn = await readPolicy(file ?? defaultPolicyFile, signal);
  const own = policyModule === null ? null : await loadPolicyModule(policyModule, signal);
  return (fileSystem) => {
    const permissions = permissionsIn(fileSystem);
    if (own === null) return { permissions, policy: permissions };
    return { permissions, policy: combine([permissions, own], { id: `${permissions.id}+${policyId(own)}` }) };
  };
}

/** A permission policy from a JSON file, whose examples hold. Throws `UsageError`, or the reason of the signal. */
export async function loadPolicy(path: string, fileSystem: FileSystemView, signal: AbortSignal): Promise<PermissionPolicy> {
  return (await readPolicy(path, signal))(fileSystem);
}

/** The same for several places. Throws as `loadPolicy` does, and what it gives throws `UsageError`. */
export async function readPolicy(path: string, signal: AbortSignal): Promise<(fileSystem: FileSystemView) => PermissionPolicy> {
  const text = await readText(path, "policy", signal);
  return (fileSystem) => parsePolicy(text, path, fileSystem);
}

/** As decisions name a policy. */
export const policyId = (policy: PolicyLike): string => (typeof policy === "function" ? "gate" : policy.id);

function parsePolicy(text: string, path: string, fileSystem: FileSystemView): PermissionPolicy {
  try {
    return PermissionPolicy.parse(text, { fileSystem });
  } catch (error) {
    if (!InvalidPolicy.isInstance(error)) throw error;
    const problem = error.cause instanceof SyntaxError ? `its text is ${notJson(text)}.` : error.message;
    throw new UsageError(`The policy ${path} cannot be used: ${problem}`, { cause: error });
  }
}
