import { defineTool } from "@acta/actions";
import { z } from "zod";
import { pathPolicy } from "../workspace/path-policy.js";
import { replaceFile } from "../workspace/replace-file.js";
import type { Workspace } from "../workspace/workspace.js";

/** `Write`: a file with exactly this content. To do it twice is to do it once. */
export const writeTool = (workspace: Workspace) =>
  defineTool({
    name: "Write",
    description: "Creates or replaces a text file of the workspace.",
    input: z.looseObject({ file_path: z.string(), content: z.string() }),
    effect: "idempotent",
    policy: pathPolicy(workspace, (input) => [input.file_path]),
    lock: ({ file_path }) => workspace.nameOf(file_path),
    async run({ file_path, content }, { signal }) {
      const path = await workspace.resolve(file_path);
      const done = await workspace.locks.hold(path, () => replaceFile(workspace, path, content, signal));
      return `${done === "created" ? "Created" : "Replaced"} ${file_path}.`;
    },
  });
