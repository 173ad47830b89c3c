import { fileURLToPath } from "node:url";
import { InvalidPolicy, PermissionPolicy } from "@acta/permissions";
import { readText } from "./read-text.js";
import { UsageError } from "./usage-error.js";

/** File tools are allowed, programs are not. */
export const defaultPolicyFile = fileURLToPath(new URL("../policies/default.json", import.meta.url));

/** A permission policy from a JSON file. Throws `UsageError`, or the reason of the signal. */
export async function loadPolicy(path: string, signal: AbortSignal): Promise<PermissionPolicy> {
  const text = await readText(path, "policy", signal);
  try {
    return PermissionPolicy.parse(text);
  } catch (error) {
    if (InvalidPolicy.isInstance(error)) throw new UsageError(`The policy ${path} cannot be used: ${error.message}`, { cause: error });
    throw error;
  }
}
