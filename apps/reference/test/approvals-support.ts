import { join } from "node:path";
import { json } from "./journal-support.js";
import { app, type ToolUse, temporaryFolder, writeLog, writePolicy } from "./support.js";

export const policy = {
  id: "mine",
  mode: "rules",
  allow: { Read: ["*"] },
  escalate: { Bash: ["*"], Write: ["*"] },
  deny: { Bash: ["rm *"] },
};
export const write: ToolUse = ["Write", { file_path: "/project/a.txt", content: "hello" }];

/** A run whose calls wait, and the process that ran it is gone. */
export async function waiting(calls: readonly ToolUse[], rules: object = policy, more: readonly string[] = []) {
  const database = join(temporaryFolder(), "acta.db");
  const workspace = temporaryFolder();
  const file = writePolicy(rules);
  await app(["run", writeLog([calls]), "--journal", database, "--workspace", workspace, "--policy", file, ...more]);
  const listed = json((await app(["approvals", "--journal", database, "--json"])).stdout).slice(0, -1);
  const by = ["--by", "mia", "--journal", database];
  const host = [...by, "--workspace", workspace, "--log-root", "/project", "--policy", file];
  return { database, workspace, file, ids: listed.map(({ id }) => String(id)), listed, by, host };
}

export type Waiting = Awaited<ReturnType<typeof waiting>>;
