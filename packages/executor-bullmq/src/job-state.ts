import type { ExecutorResult } from "@acta/actions/executor";
import { Job, type Queue } from "bullmq";
import { readAnswer } from "./answer.js";
import { fieldsOf, isText } from "./fields.js";

/** What the queue knows of a job. */
export type JobState =
  | { readonly kind: "unknown" }
  /** `running`: a worker has taken it, and may be gone by now. */
  | { readonly kind: "waiting" | "running"; readonly token: string | null }
  | { readonly kind: "ended"; readonly token: string | null; readonly result: ExecutorResult };

/** `unknown` where there is no such job: it was never there, was removed, or Redis has forgotten it. */
export async function stateOf(queue: Queue, jobId: string): Promise<JobState> {
  const job = await Job.fromId(queue, jobId).catch(unlessUnreadable);
  if (job === undefined) return { kind: "unknown" };
  const token = tokenOf(job);
  if (job.finishedOn !== undefined && job.failedReason) return { kind: "ended", token, result: lostBy(job.failedReason) };
  if (job.finishedOn !== undefined) return { kind: "ended", token, result: answerIn(job, token) };
  return { kind: job.attemptsStarted > 0 ? "running" : "waiting", token };
}

/** Of a worker that knew the call; a worker of something else answers something else. */
function answerIn(job: Job, token: string | null): ExecutorResult {
  const answer = readAnswer(job.returnvalue);
  return answer.token !== null && answer.token === token ? answer.result : lostBy("what came back is no answer to this call");
}

/** The queue itself ends a job only where its worker has died or stalled. */
export const lostBy = (reason: string): ExecutorResult => ({ kind: "lost", reason });

function tokenOf(job: Job): string | null {
  const { token } = fieldsOf(job.data);
  return isText(token) ? token : null;
}

/** What lies there is no job that anybody could run. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}
