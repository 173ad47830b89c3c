import { defineTool } from "@acta/actions";
import { z } from "zod";
import { pathPolicy } from "../workspace/path-policy.js";
import { readTextFile } from "../workspace/read-file.js";
import type { Workspace } from "../workspace/workspace.js";
import { cutText } from "./cut-text.js";

const defaultLimit = 2_000;
/** Longest line that is shown, in UTF-16 code units. */
const longestLine = 2_000;
/** Longest answer, in UTF-16 code units: all answers of a run are kept in its history. */
const longestAnswer = 250_000;

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
      const shown: string[] = [];
      let length = 0;
      for (const line of lines.slice(first - 1, first - 1 + (limit ?? defaultLimit))) {
        const numbered = `${String(first + shown.length).padStart(6)}\t${cutText(line, longestLine)}`;
        length += numbered.length + 1;
        if (length > longestAnswer) return [...shown, "(The file goes on; read the rest by offset.)"].join("\n");
        shown.push(numbered);
      }
      return shown.join("\n");
    },
  });
