import { demoTools } from "./demo-tools.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { Workspace } from "./workspace/workspace.js";

/** Of every tool that the app has, those of the demonstration too: a rule for another one is for nothing. */
export const toolNames = (): readonly string[] => [...workspaceTools(new Workspace("/")), ...demoTools(() => {})].map(({ name }) => name);
