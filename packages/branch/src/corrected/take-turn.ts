import type { JobEnd, Scheduler } from "@acta/batch/scheduler";
import type { JsonObject } from "@acta/governance";
import { type Outcome, skipped } from "../outcome.js";
import { textOf } from "../text-of.js";
import type { Call } from "./call.js";
import { isStillRunning, lateEnd } from "./late-end.js";

/** Carries a call out when the scheduler lets it: within the limits and under the lock of its tool, in turn with other branches. */
export async function takeTurn(call: Call, scheduler: Scheduler, carryOut: (call: Call) => Outcome | Promise<Outcome>): Promise<Outcome> {
  const lock = lockOf(call, call.input);
  if (lock instanceof Error) {
    call.error = lock;
    return { kind: "failed", executed: "no", error: { code: "preprocess_failed", message: textOf(lock) } };
  }
  call.lock = lock;
  const { act, tool } = call;
  const end = await scheduler.schedule(
    async ({ holdUntil }) => {
      const outcome = act.unstarted ?? (await carryOut(call));
      // What ignores its deadline goes on, and nobody else may have its lock before it has ended.
      if (isStillRunning(call)) holdUntil(lateEnd(call));
      return outcome;
    },
    {
      owner: act.scope.branchId,
      limits: tool?.limits,
      lock,
      shared: tool?.effect === "read",
      priority: act.settings.priority,
      signal: act.starting,
    },
  );
  return outcomeOf(call, end);
}

/** Arguments that changed on the way may be those of another lock, which the call does not hold: they must not run. */
export function holdsLockOf(call: Call, input: JsonObject): boolean {
  return call.act.scope.scheduler === undefined || call.tool?.lock === undefined || lockOf(call, input) === call.lock;
}

function lockOf({ tool }: Call, input: JsonObject | null): string | undefined | Error {
  try {
    const lock: unknown = input === null ? undefined : tool?.lock?.(input);
    return lock === undefined || typeof lock === "string" ? lock : new TypeError("the lock of a tool is a text");
  } catch (error) {
    return error instanceof Error ? error : new Error(`the lock of the tool failed: ${textOf(error)}`);
  }
}

function outcomeOf(call: Call, end: JobEnd<Outcome>): Outcome {
  switch (end.kind) {
    case "fulfilled":
      return end.value;
    case "rejected":
      throw end.error;
    case "deferred":
      return { kind: "deferred", executed: "no", retryAt: end.retryAt, error: { code: "deferred", message: "the queue is full" } };
    case "skipped":
      return call.act.unstarted ?? skipped("aborted", "the scheduler is shut down");
  }
}
