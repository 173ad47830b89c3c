import { defineTool } from "@acta/actions";
import { z } from "zod";
import { listFiles } from "../workspace/list-files.js";
import { pathNames } from "../workspace/path-names.js";
import { pathPolicy } from "../workspace/path-policy.js";
import type { Workspace } from "../workspace/workspace.js";
import { globMatcher } from "./glob-pattern.js";

const mostResults = 1_000;

/** `Glob`: the files whose path matches a pattern, in the order of their names. */
export const globTool = (workspace: Workspace) =>
  defineTool({
    name: "Glob",
    description: "Lists files of the workspace whose path matches a pattern such as src/**/*.ts.",
    input: z.looseObject({ pattern: z.string().min(1).max(4_096), path: z.string().nullish() }),
    effect: "read",
    policy: pathPolicy(workspace, ({ pattern, path }) => [path, fullPattern(String(pattern), path)]),
    async run({ pattern, path }, { signal }) {
      const { folder, rest } = splitPattern(fullPattern(pattern, path));
      const matches = globMatcher(rest);
      const found: string[] = [];
      for await (const file of listFiles(workspace, await workspace.resolve(folder), signal)) {
        if (matches(file.name)) found.push(workspace.toLog(file.path));
        if (found.length === mostResults) return [...found, `(The first ${mostResults} files; there may be more.)`].join("\n");
      }
      return found.length === 0 ? "No files found" : found.join("\n");
    },
  });

function fullPattern(pattern: string, path: unknown): string {
  return typeof path === "string" && path !== "" && !pattern.startsWith("/") ? `${path}/${pattern}` : pattern;
}

/** The folder to start in, from the names before the first that is special, and what is matched below it. */
export function splitPattern(pattern: string): { readonly folder: string; readonly rest: string } {
  const names = pathNames(pattern) ?? [];
  const special = names.findIndex((name) => /[*?[\]{}]/.test(name));
  const end = special < 0 ? names.length - 1 : special;
  return { folder: `${pattern.startsWith("/") ? "/" : "./"}${names.slice(0, end).join("/")}`, rest: names.slice(end).join("/") };
}
