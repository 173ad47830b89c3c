import { allow, deny, type JsonObject, type Policy } from "@acta/governance";
import type { Workspace } from "./workspace.js";

/**
 * The policy of a tool that touches files: every path that a call names must lie in the workspace. It travels with the tool, so that no
 * host policy, however generous, allows more.
 */
export function pathPolicy(workspace: Workspace, pathsOf: (input: JsonObject) => readonly unknown[]): Policy {
  return {
    id: "workspace",
    async decide(call) {
      for (const path of pathsOf(call.arguments)) {
        if (typeof path !== "string") continue;
        const place = await workspace.locate(path);
        if (place.kind === "refused") return deny(place.reason, { rule: place.rule });
      }
      return allow({ reason: "All paths lie in the workspace." });
    },
  };
}
