import type { Workspace } from "../workspace/workspace.js";
import { bashTool } from "./bash.js";
import { editTool } from "./edit.js";
import { globTool } from "./glob.js";
import { grepTool } from "./grep.js";
import { readTool } from "./read.js";
import { writeTool } from "./write.js";

/** The tools that the app has: named, and with arguments, as in the logs of Claude Code, so that these can be replayed. */
export const workspaceTools = (workspace: Workspace) => [
  readTool(workspace),
  writeTool(workspace),
  editTool(workspace),
  globTool(workspace),
  grepTool(workspace),
  bashTool(workspace),
];
