import { once } from "node:events";
import { resolve } from "node:path";
import { runWorker, type WorkerDiagnostic } from "@acta/executor-bullmq";
import { existingFolder } from "../existing-folder.js";
import type { Io } from "../io.js";
import { JournalDatabase } from "../journal-database.js";
import { logRootOf } from "../places.js";
import { describeError, printable } from "../printable.js";
import { workspaceTools } from "../tools/workspace-tools.js";
import type { WorkerCommand } from "../worker-command.js";
import { Workspace } from "../workspace/workspace.js";
import { complaints } from "./complaints.js";
import { parentOf } from "./parent.js";
import { requireRedis } from "./redis.js";
import { lockMs, maxBytes } from "./settings.js";

/** `worker`: runs calls of a queue until it is interrupted. What runs then may end, unless the run that wants it is gone. */
export async function worker(command: WorkerCommand, io: Io): Promise<number> {
  const { redis, queue } = command;
  const root = await existingFolder(command.workspace);
  const logRoot = logRootOf(command);
  await requireRedis(redis);
  const parent = parentOf(process);
  const path = command.journal === null ? null : resolve(command.journal);
  const journal = path === null ? undefined : JournalDatabase.create(path, io);
  try {
    const tools = workspaceTools(new Workspace(root, { logRoot, record: path }));
    const running = await runWorker({
      tools,
      connection: redis,
      queue,
      journal,
      lockMs,
      maxResultBytes: maxBytes,
      onDiagnostic: reporter(io),
    });
    io.stdout.write(`Runs the calls of the queue ${printable(queue)} in ${printable(root)}, until it is interrupted.\n`);
    parent?.ready();
    const signal = parent === null ? io.signal : AbortSignal.any([io.signal, parent.gone]);
    if (!signal.aborted) await once(signal, "abort");
    await running.close({ cancel: parent?.gone.aborted });
    throw signal.reason;
  } finally {
    await journal?.close();
  }
}

function reporter(io: Io): (diagnostic: WorkerDiagnostic) => void {
  const say = complaints(io);
  return ({ code, jobId, error }) => {
    const job = jobId === undefined ? "" : ` of ${jobId}`;
    say(`The worker reports ${code}${job}${error === undefined ? "" : `: ${describeError(error)}`}`);
  };
}
