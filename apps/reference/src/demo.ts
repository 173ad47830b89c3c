import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SessionObserver } from "@acta/branch";
import { abstain, deny, type Gate } from "@acta/governance";
import { demoTools } from "./demo-tools.js";
import { freshPath, makeFolder } from "./fresh-folder.js";
import type { Io } from "./io.js";
import { loadPolicy } from "./load-policy.js";
import { perform } from "./perform.js";
import { readTranscriptFile } from "./read-transcript-file.js";
import { createRecord, exitStatusOf } from "./run.js";
import { tableReport } from "./table-report.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { logFileSystem } from "./workspace/log-file-system.js";
import { findLogRoot } from "./workspace/log-root.js";
import { Workspace } from "./workspace/workspace.js";

/** Milliseconds after which the user of the demonstration, who is asked something, stops it instead. */
const patienceMs = 50;

const intro = `A model fixes a small program. Its calls end in eight of the ten ways; the other two are deferred (not now) and ambiguous (after a crash):

`;

const outro = `
Your own transcript: npm start -- run FILE (all options: npm start -- --help).
`;

/** `npm start` alone: a transcript of our own, in a throw-away copy of a sample workspace. */
export async function demo(io: Io): Promise<number> {
  const transcript = await readTranscriptFile(demoFile("transcript.jsonl"), io.signal);
  const logRoot = findLogRoot(transcript);
  const fresh = await freshPath(io);
  const root = join(fresh, "workspace");
  const policy = await loadPolicy(demoFile("policy.json"), logFileSystem(root, logRoot), io.signal);
  await makeFolder(fresh);
  await cp(demoFile("workspace"), root, { recursive: true });
  const journal = createRecord(join(fresh, "record.jsonl"));
  const workspace = new Workspace(root, { logRoot, record: journal.path });

  const user = new AbortController();
  const stopped = new Error("the user of the demonstration stopped it");
  const tools = [...workspaceTools(workspace), ...demoTools(() => void pause(patienceMs).then(() => user.abort(stopped)))];
  const observer = new SessionObserver({ gate: keepsSecrets });
  const signal = AbortSignal.any([io.signal, user.signal]);

  io.stdout.write(intro);
  const composition = { transcript, tools, policy, observer, journal, place: { workspace: root, logRoot } };
  const failure = await perform(composition, { strategy: "sequential", signal, reporter: tableReport(io.stdout, root) }, io);
  io.stdout.write(outro);
  return failure === null || failure.error === stopped ? 0 : exitStatusOf(failure.error, io);
}

/** A gate is code of the host: it may look at anything. To the rest it has no objection, and no opinion. */
const keepsSecrets: Gate = ({ arguments: { file_path } }) =>
  String(file_path).endsWith(".env") ? deny("Files that end in .env hold secrets.", { rule: "secrets" }) : abstain();

const demoFile = (name: string) => fileURLToPath(new URL(`../demo/${name}`, import.meta.url));
