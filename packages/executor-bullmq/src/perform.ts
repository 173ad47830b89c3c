import type { Tool } from "@acta/actions";
import { type ExecutorCall, type ExecutorResult, inline } from "@acta/actions/executor";
import { serialize } from "@acta/event";
import type { AnswerBody } from "./answer.js";
import type { JudgedCall } from "./job-data.js";
import { wireErrorOf } from "./wire-error.js";

/** Runs the tool as `inline` does. Never throws: from here on nobody can say that nothing happened. */
export async function perform(tool: Tool, judged: JudgedCall, signal: AbortSignal, progress: (item: unknown) => void): Promise<AnswerBody> {
  const { callId, attempt, idempotencyKey, arguments: input } = judged;
  const call: ExecutorCall = { tool, arguments: input, callId, attempt, idempotencyKey, signal, progress };
  try {
    return answerOf(await inline.execute(call), signal.aborted);
  } catch (error) {
    return { kind: "lost", reason: `the worker failed while the tool ran: ${String(error)}` };
  }
}

function answerOf(result: ExecutorResult, wasStopped: boolean): AnswerBody {
  if (result.kind === "returned") {
    const { output } = result;
    return output === undefined ? { kind: "returned" } : { kind: "returned", output: serialize(output) };
  }
  if (result.kind !== "threw") return result;
  const { executed, error } = result;
  // A tool that throws once it was told to stop may have done a part of its work, but it will do no more.
  if (wasStopped) return { kind: "stopped", confirmed: true, executed: executed === "no" ? "no" : "unknown" };
  return { kind: "threw", executed, error: wireErrorOf(error) };
}
