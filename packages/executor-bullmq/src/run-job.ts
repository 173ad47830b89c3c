import type { Tool } from "@acta/actions";
import type { Journal } from "@acta/journal";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import type { AnswerBody } from "./answer.js";
import { jobIdOf } from "./attempt.js";
import { BullmqError } from "./bullmq-error.js";
import type { EarlyCancellations } from "./cancel-channel.js";
import { claim } from "./claim.js";
import { withDeadline } from "./deadline.js";
import { forgetsNothing } from "./forgets-nothing.js";
import { type JobData, parseJobData } from "./job-data.js";
import { perform } from "./perform.js";
import { progressOf } from "./progress.js";
import type { RedisClock } from "./redis-clock.js";
import { wireErrorOf } from "./wire-error.js";
import type { WorkerDiagnostic } from "./worker-options.js";

/** What every job of a worker needs. */
export interface Workshop {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly journal: Journal | undefined;
  readonly redis: Redis;
  readonly clock: RedisClock;
  readonly early: EarlyCancellations;
  readonly graceMs: number;
  report(diagnostic: WorkerDiagnostic): void;
}

const notStarted: AnswerBody = { kind: "stopped", confirmed: true, executed: "no" };
const lost = (reason: string): AnswerBody => ({ kind: "lost", reason });

/** What becomes of one job: it runs at most once, exactly as it was judged, or it is answered why not. Never throws. */
export async function runJob(job: Job, signal: AbortSignal, workshop: Workshop): Promise<AnswerBody> {
  try {
    // The stall limit is each worker's own option, so that any of them may put a job back.
    if (job.attemptsStarted > 1) return lost("the worker that ran it has died or stalled");
    const judged = parseJobData(job.data);
    if (job.id !== jobIdOf(judged)) throw new BullmqError("invalid_job", "the job has the id of another call");
    const tool = workshop.tools.get(judged.tool);
    if (tool === undefined) throw new BullmqError("unknown_tool", `there is no tool named ${JSON.stringify(judged.tool)} here`);
    return await runInTime({ job, judged, tool, signal }, workshop);
  } catch (error) {
    workshop.report({ code: "job_refused", jobId: job.id, error });
    return { kind: "threw", executed: "no", error: wireErrorOf(error) };
  }
}

interface Task {
  readonly job: Job;
  readonly judged: JobData;
  readonly tool: Tool;
  readonly signal: AbortSignal;
}

async function runInTime({ job, judged, tool, signal }: Task, workshop: Workshop): Promise<AnswerBody> {
  const { deadlineAt } = judged;
  const leftMs = deadlineAt === null ? null : deadlineAt - (await workshop.clock.now());
  if (workshop.early.take(jobIdOf(judged)) || signal.aborted || (leftMs !== null && leftMs <= 0)) return notStarted;
  const answer = await withDeadline({ signal, leftMs, graceMs: workshop.graceMs }, async (limit) => {
    if (mustNotRunTwice(tool, judged) && !(await isOurs(judged, workshop))) return lost("another worker has claimed it");
    if (limit.aborted) return notStarted;
    return perform(tool, judged, limit, progressOf(job));
  });
  if (answer.kind === "stopped" && !answer.confirmed) workshop.report({ code: "job_abandoned", jobId: job.id });
  return answer;
}

/** As it was when the call was judged, or as it is here: the stricter one holds. */
const mustNotRunTwice = (tool: Tool, judged: JobData) => judged.effect === "unsafe" || (tool.effect ?? "unsafe") === "unsafe";

async function isOurs(judged: JobData, { journal, redis }: Workshop): Promise<boolean> {
  if (journal) return claim(journal, judged);
  if (await forgetsNothing(redis)) return true;
  throw new BullmqError(
    "unsafe_refused",
    "an unsafe tool needs a journal for claims, or a Redis with appendonly yes and appendfsync always",
  );
}
