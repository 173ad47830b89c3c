import { defineTool } from "@acta/actions";
import { z } from "zod";
import { pathPolicy } from "../workspace/path-policy.js";
import { readTextFile } from "../workspace/read-file.js";
import type { Workspace } from "../workspace/workspace.js";

const defaultLimit = 2_000;
/** Longest line that is shown, in UTF-16 code units. */
const longestLine = 2_000;

/** `Read`: the lines of a text file, numbered. */
export const readTool = (workspace: Workspace) =>
  defineTool({
    name: "Read",
    description: "Reads a text file of the workspace, with line numbers.",
    input: z.looseObject({
      file_path: z.string(),
      /** First line, from 1. */
      offset: z.number().int().min(0).nullish(),
      /** Number of lines. */
      limit: z.number().int().min(1).nullish(),
    }),
    effect: "read",
    policy: pathPolicy(workspace, (input) => [input.file_path]),
    async run({ file_path, offset, limit }) {
      const content = await readTextFile(workspace, await workspace.resolve(file_path));
      if (content === null) throw new Error(`There is no file ${file_path}.`);
      const first = Math.max(offset ?? 1, 1);
      const lines = content.replace(/\n$/, "").split("\n");
      const shown = lines.slice(first - 1, first - 1 + (limit ?? defaultLimit));
      return shown.map((line, index) => `${String(first + index).padStart(6)}\t${line.slice(0, longestLine)}`).join("\n");
    },
  });
