import { defineTool } from "@acta/actions";
import { z } from "zod";
import { type ListedFile, listFiles } from "../workspace/list-files.js";
import { pathPolicy } from "../workspace/path-policy.js";
import { readTextFile } from "../workspace/read-file.js";
import type { Workspace } from "../workspace/workspace.js";
import { LineFinder } from "./find-lines.js";
import { globMatcher } from "./glob-pattern.js";

/** Longest answer, in UTF-16 code units. */
const longestAnswer = 100_000;

const count = z.number().int().min(0).nullish();
const input = z.looseObject({
  pattern: z.string().min(1),
  path: z.string().nullish(),
  glob: z.string().max(4_096).nullish(),
  /** Ending of the file names, such as `py`. */
  type: z.string().nullish(),
  output_mode: z.enum(["content", "files_with_matches", "count"]).nullish(),
  "-i": z.boolean().nullish(),
  "-n": z.boolean().nullish(),
  "-A": count,
  "-B": count,
  "-C": count,
  multiline: z.boolean().nullish(),
  /** Lines of the answer. */
  head_limit: count,
});
type Search = z.infer<typeof input>;

/** `Grep`: the lines, or files, in which a regular expression of JavaScript is found. Files that are no text, or too large, are passed over. */
export const grepTool = (workspace: Workspace) =>
  defineTool({
    name: "Grep",
    description: "Searches the text files of the workspace for a regular expression.",
    input,
    effect: "read",
    policy: pathPolicy(workspace, ({ path }) => [path]),
    async run(search, { signal }) {
      const finder = new LineFinder(search.pattern, { ignoreCase: search["-i"] ?? false, multiline: search.multiline ?? false });
      const isWanted = fileFilter(search);
      const limit = search.head_limit || Number.POSITIVE_INFINITY;
      const answer: string[] = [];
      let length = 0;
      for await (const file of listFiles(workspace, await workspace.resolve(search.path ?? "."), signal)) {
        if (!isWanted(file)) continue;
        const lines = await readLines(workspace, file);
        const found = finder.find(lines);
        if (found.length === 0) continue;
        for (const line of describe(workspace.toLog(file.path), lines, found, search)) {
          if (answer.length === limit || length > longestAnswer) return answer.join("\n");
          answer.push(line);
          length += line.length;
        }
      }
      return answer.length === 0 ? "No matches found" : answer.join("\n");
    },
  });

function fileFilter({ glob, type }: Search): (file: ListedFile) => boolean {
  const matches = glob ? globMatcher(glob.includes("/") ? glob : `**/${glob}`) : () => true;
  return ({ name }) => matches(name) && (!type || name.endsWith(`.${type}`));
}

async function readLines(workspace: Workspace, file: ListedFile): Promise<readonly string[]> {
  try {
    const text = await readTextFile(workspace, file.path);
    return (text ?? "").replace(/\n$/, "").split("\n");
  } catch {
    return [];
  }
}

function describe(name: string, lines: readonly string[], found: readonly number[], search: Search): readonly string[] {
  if (search.output_mode === "count") return [`${name}:${found.length}`];
  if (search.output_mode !== "content") return [name];
  const before = search["-B"] ?? search["-C"] ?? 0;
  const after = search["-A"] ?? search["-C"] ?? 0;
  const matched = new Set(found);
  const shown = new Set(found.flatMap((line) => range(Math.max(line - before, 0), Math.min(line + after, lines.length - 1))));
  return [...shown].map((line) => {
    const mark = matched.has(line) ? ":" : "-";
    return `${name}${mark}${search["-n"] === false ? "" : `${line + 1}${mark}`}${lines[line]}`;
  });
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
