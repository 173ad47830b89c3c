import { resolve } from "node:path";
import type { BranchOptions } from "@acta/branch";
import type { Io } from "./io.js";
import { loadPolicies, type PolicyChoice } from "./load-policy.js";
import type { RunPlace } from "./run-place.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { logFileSystem } from "./workspace/log-file-system.js";
import { Workspace } from "./workspace/workspace.js";

export type ResumedHost = Pick<BranchOptions, "policy" | "tools">;

/** The tools and policies with which calls of a run go on in its place. Throws `UsageError`, or the reason of the signal. */
export async function resumedHost(
  { workspace, logRoot }: RunPlace,
  { journal, ...choice }: PolicyChoice & { readonly journal: string },
  { signal }: Io,
): Promise<ResumedHost> {
  const policy = await loadPolicies(choice, logFileSystem(workspace, logRoot), signal);
  return { policy, tools: workspaceTools(new Workspace(workspace, { logRoot, record: resolve(journal) })) };
}
