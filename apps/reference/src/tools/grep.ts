import { defineTool } from "@acta/actions";
import { z } from "zod";
import { type ListedFile, listFiles } from "../workspace/list-files.js";
import { pathPolicy } from "../workspace/path-policy.js";
import { readTextFile } from "../workspace/read-file.js";
import type { Workspace } from "../workspace/workspace.js";
import { cutText } from "./cut-text.js";
import { LineFinder } from "./find-lines.js";
import { globMatcher } from "./glob-pattern.js";

/** Longest answer, and longest line of it, in UTF-16 code units. */
const longestAnswer = 100_000;
const longestLine = 2_000;

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
          answer.push(cutText(line, longestLine));
          length += Math.min(line.length, longestLine) + 1;
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
    return text ? text.replace(/\n$/, "").split("\n") : [];
  } catch {
    return [];
  }
}

/** Lazily: of many lines few are asked for. */
function* describe(name: string, lines: readonly string[], found: readonly number[], search: Search): Generator<string> {
  if (search.output_mode === "count") yield `${name}:${found.length}`;
  else if (search.output_mode !== "content") yield name;
  else yield* describeLines(name, lines, found, search);
}

function* describeLines(name: string, lines: readonly string[], found: readonly number[], search: Search): Generator<string> {
  const before = search["-B"] ?? search["-C"] ?? 0;
  const after = search["-A"] ?? search["-C"] ?? 0;
  const matched = new Set(found);
  let next = 0;
  for (const line of found) {
    const last = Math.min(line + after, lines.length - 1);
    for (next = Math.max(next, line - before); next <= last; next++) {
      const mark = matched.has(next) ? ":" : "-";
      yield `${name}${mark}${search["-n"] === false ? "" : `${next + 1}${mark}`}${lines[next]}`;
    }
  }
}
