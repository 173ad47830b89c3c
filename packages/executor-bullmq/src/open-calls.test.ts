import type { ExecutorResult } from "@acta/actions/executor";
import { expect, test } from "vitest";
import type { JobState } from "./job-state.js";
import { OpenCalls } from "./open-calls.js";
import { PendingCall } from "./pending-call.js";

const returned = { version: 1, token: "t", kind: "returned", output: 1 };
const notStarted = { kind: "stopped", confirmed: true, executed: "no" };

function arrange(states: readonly JobState[] = [{ kind: "waiting", token: "t" }]) {
  const done: string[] = [];
  const left = [...states];
  const calls = new OpenCalls({
    lookUpMs: 1_000_000,
    stateOf: async () => (left.length > 1 ? left.shift() : left[0]) ?? { kind: "unknown" },
    remove: async (jobId) => done.push(`remove ${jobId}`) > 0,
    cancel: async (jobId) => done.push(`cancel ${jobId}`),
    listenAgain: async () => void done.push("listen"),
    error: (error) => done.push(String(error)),
  });
  const call = new PendingCall({ jobId: "j", token: "t", progress: (item) => done.push(`progress ${item}`) });
  call.isSent = true;
  call.isQueued = true;
  calls.add(call);
  return { calls, call, done };
}

async function ended({ calls, call }: { calls: OpenCalls; call: PendingCall }): Promise<ExecutorResult> {
  const result = await call.result;
  expect(calls.get("j")).toBeUndefined();
  return result;
}

test("the first end counts", async () => {
  const one = arrange();
  one.calls.active("j");
  one.calls.progress("j", { item: 1 });
  one.calls.completed("j", returned);
  one.calls.failed("j", "stalled");
  one.calls.progress("j", { item: 2 });
  expect(await ended(one)).toEqual({ kind: "returned", output: 1 });
  expect(one.done).toEqual(["progress 1"]);
});

test("events of other jobs change nothing", async () => {
  const one = arrange();
  for (const event of ["active", "duplicated"] as const) one.calls[event]("other");
  for (const event of ["completed", "failed", "removed", "progress"] as const) one.calls[event]("other", "wait");
  expect(one.calls.get("j")).toBe(one.call);
});

test("a job whose worker is gone is lost", async () => {
  const one = arrange();
  one.calls.failed("j", "job stalled");
  expect(await ended(one)).toEqual({ kind: "lost", reason: "job stalled" });
});

test("an answer without the token of the call is looked up, not believed", async () => {
  const one = arrange([{ kind: "ended", token: "t", result: { kind: "lost", reason: "no answer" } }]);
  one.calls.completed("j", { ...returned, token: "another" });
  expect(await ended(one)).toEqual({ kind: "lost", reason: "no answer" });
});

test("a job that somebody else has put there is not ours", async () => {
  const one = arrange([{ kind: "ended", token: "another", result: { kind: "returned", output: "theirs" } }]);
  one.calls.duplicated("j");
  expect(await ended(one)).toMatchObject({ kind: "threw", executed: "no", error: { code: "attempt_taken" } });
});

test("a job that is removed while it waits has not run; one that had started may have", async () => {
  const waiting = arrange();
  await waiting.calls.stop(waiting.call);
  waiting.calls.removed("j", "wait");
  expect([waiting.done, await ended(waiting)]).toEqual([["remove j"], notStarted]);

  // A worker took it, died, and it was put back into the queue.
  const started = arrange();
  started.calls.active("j");
  started.calls.removed("j", "wait");
  expect(await ended(started)).toMatchObject({ kind: "lost" });

  const unseen = arrange();
  unseen.calls.removed("j", "active");
  expect(await ended(unseen)).toMatchObject({ kind: "lost" });
});

test("a job that ended before it was removed keeps its answer", async () => {
  const one = arrange();
  await one.calls.stop(one.call);
  one.calls.completed("j", returned);
  one.calls.removed("j", "completed");
  expect(await ended(one)).toEqual({ kind: "returned", output: 1 });
});

test("a job that runs is told to stop, not removed", async () => {
  const one = arrange([{ kind: "running", token: "t" }]);
  await one.calls.stop(one.call);
  expect(one.done).toEqual(["cancel j"]);
  one.calls.removed("j", "active");
  expect(await ended(one)).toEqual({ kind: "stopped", confirmed: false, executed: "unknown" });
});

test("a call that was not sent is stopped at once; one on its way, when it has arrived", async () => {
  const held = arrange();
  held.call.isSent = false;
  await held.calls.stop(held.call);
  expect([held.done, await ended(held)]).toEqual([[], notStarted]);

  const onItsWay = arrange();
  onItsWay.call.isQueued = false;
  await onItsWay.calls.stop(onItsWay.call);
  expect([onItsWay.done, onItsWay.call.isStopping, onItsWay.call.hasEnded]).toEqual([[], true, false]);
});

test("after an event that cannot be read, somebody listens again, and what was missed is looked up", async () => {
  const one = arrange([{ kind: "ended", token: "t", result: { kind: "returned", output: 2 } }]);
  one.calls.broken();
  expect(await ended(one)).toEqual({ kind: "returned", output: 2 });
  expect(one.done).toEqual(["listen"]);
});

test("a job that Redis has forgotten is lost; before it has arrived, it is only not there yet", async () => {
  const forgotten = arrange([{ kind: "unknown" }]);
  forgotten.calls.lookUpAll();
  expect(await ended(forgotten)).toMatchObject({ kind: "lost" });

  const early = arrange([{ kind: "unknown" }]);
  early.call.isQueued = false;
  await early.calls.lookUp(early.call);
  expect(early.call.hasEnded).toBe(false);
});

test("closing ends all of them", async () => {
  const one = arrange();
  one.calls.close();
  expect(await ended(one)).toMatchObject({ kind: "lost" });
});
