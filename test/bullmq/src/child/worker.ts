// A process of its own that runs calls, until the one that started it is gone or kills it.
import { runWorker } from "@acta/executor-bullmq";
import { sqliteJournal } from "@acta/journal-sqlite";
import { Worker } from "bullmq";
import { Redis } from "ioredis";
import { toolsFor } from "../tools.js";
import { Witness } from "../witness.js";
import type { WorkerJob } from "./job.js";

const job: WorkerJob = JSON.parse(process.argv[2] ?? "");
const tools = toolsFor(new Witness(job.witness));

async function run(): Promise<void> {
  const { url, queue, concurrency, lockMs } = job;
  if (job.kind === "acta") {
    const journal = job.journal === null ? undefined : sqliteJournal({ path: job.journal });
    await runWorker({ tools, connection: url, queue, concurrency, lockMs, journal, graceMs: 1_000 });
    return;
  }
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  connection.on("error", () => {});
  const options = { connection, concurrency, lockDuration: lockMs, stalledInterval: lockMs / 2 };
  const worker =
    job.kind === "bare"
      ? new Worker(queue, ({ data }) => runBare(data), options)
      : new Worker(queue, null, { ...options, autorun: false, maxStalledCount: 5 });
  worker.on("error", () => {});
  await worker.waitUntilReady();
  if (job.kind === "meddler") await worker.startStalledCheckTimer();
}

/** What the package does without everything that makes it careful. */
async function runBare(data: { tool: string; token: string; callId: string; attempt: number; arguments: object }): Promise<unknown> {
  const { callId, attempt, token } = data;
  const tool = tools.find(({ name }) => name === data.tool);
  const signal = new AbortController().signal;
  const output = await tool?.run(data.arguments, { callId, attempt, idempotencyKey: callId, signal });
  return { version: 1, token, kind: "returned", output };
}

process.on("disconnect", () => process.exit());
await run();
process.send?.("ready");
