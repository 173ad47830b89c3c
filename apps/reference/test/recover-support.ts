import { sqliteJournal } from "@acta/journal-sqlite";
import { runBegun } from "../src/run-place.js";
import { hello, journalOf } from "./journal-support.js";
import { readJsonLines } from "./support.js";

/** A branch whose process is gone: one call never began, of the others nobody knows. */
export async function leftOpen() {
  const { database } = await journalOf([hello]);
  await leaveOpen(database, "dead", null);
  return database;
}

export const proposed = (callId: string) => ({
  callId,
  requestId: `${callId}/request`,
  function: "Read",
  arguments: { file_path: "/project/a.txt" },
  correlationId: null,
  parentCallId: null,
  isRedacted: false,
  message: null,
  batch: null,
});

/** `workspace`: null where the record is not to say it. */
export async function leaveOpen(database: string, branch: string, workspace: string | null) {
  const journal = sqliteJournal({ path: database });
  if (workspace !== null) await journal.append(branch, [runBegun({ workspace, logRoot: ["project"] }, 0)]);
  for (const [callId, name, asked, effect] of [
    ["1", "Read", { file_path: "/project/a.txt" }, "read"],
    ["2", "Bash", { command: "ls" }, "unsafe"],
    ["3", "Read", { file_path: "/project/a.txt" }, null],
  ] as const) {
    const call = { callId, requestId: `${callId}/request`, function: name, arguments: asked };
    const body = { ...proposed(callId), ...call };
    await journal.append(branch, [{ id: `${callId}:proposed`, kind: "call.proposed", at: 1, opens: callId, body }]);
    if (effect === null) continue;
    const intended = { ...call, attempt: 1, effect, idempotencyKey: callId, decision: null };
    await journal.append(branch, [{ id: `${callId}:1:intended`, kind: "call.intended", at: 2, body: intended }]);
  }
  await journal.close();
}

export const outcomes = (stdout: string) => readJsonLines(stdout).calls.map(({ function: name, outcome }) => `${name} ${outcome?.kind}`);
