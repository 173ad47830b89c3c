import { resolve } from "node:path";
import type { BranchOptions } from "@acta/branch";
import type { PolicyLike } from "@acta/governance";
import type { PoliciesIn } from "./load-policy.js";
import type { RunPlace } from "./run-place.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { logFileSystem } from "./workspace/log-file-system.js";
import { Workspace } from "./workspace/workspace.js";

export interface ResumedHost extends Pick<BranchOptions, "tools"> {
  readonly policy: PolicyLike;
}

/** The tools and policies with which calls of a run go on in its place. Throws `UsageError`. */
export function resumedHost({ workspace, logRoot }: RunPlace, policiesIn: PoliciesIn, journal: string): ResumedHost {
  const { policy } = policiesIn(logFileSystem(workspace, logRoot));
  return { policy, tools: workspaceTools(new Workspace(workspace, { logRoot, record: resolve(journal) })) };
}
