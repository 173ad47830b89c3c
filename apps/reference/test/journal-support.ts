import { join } from "node:path";
import { app, readJsonLines, type ToolUse, temporaryFolder, writeLog } from "./support.js";

export const hello: ToolUse = ["Write", { file_path: "/project/a.txt", content: "hello" }];
export const read: ToolUse = ["Read", { file_path: "/project/a.txt" }];
export const shell: ToolUse = ["Bash", { command: "ls" }];

/** A database with the branches of some runs. */
export async function journalOf(...runs: (readonly ToolUse[])[]) {
  const database = join(temporaryFolder(), "acta.db");
  const branches: string[] = [];
  for (const calls of runs) {
    const { stdout } = await app(["run", writeLog([calls]), "--json", "--journal", database]);
    branches.push(readJsonLines(stdout).summary.branchId ?? "");
  }
  return { database, branches };
}

export const lines = (stdout: string) => stdout.trimEnd().split("\n");
export const json = (stdout: string): Record<string, unknown>[] => lines(stdout).map((line) => JSON.parse(line));
