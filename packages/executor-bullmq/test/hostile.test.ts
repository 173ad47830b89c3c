import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BullmqExecutor, bullmqExecutor, type RunningWorker, runWorker, type WorkerDiagnostic } from "../src/index.js";
import { jobOfCall } from "../src/job-of-call.js";
import { callOf, namesake } from "./call.js";
import { describeWithRedis, newQueue, serverUrl } from "./server.js";
import { until } from "./until.js";
import { someTools } from "./workshop.js";

describeWithRedis("somebody else writes into the queue", () => {
  const queueName = newQueue();
  const place = { connection: serverUrl, queue: queueName };
  const { tools, started } = someTools();
  const told: WorkerDiagnostic[] = [];
  let redis: Redis;
  let queue: Queue;
  let worker: RunningWorker;
  let executor: BullmqExecutor;
  beforeAll(async () => {
    redis = new Redis(serverUrl, { maxRetriesPerRequest: null });
    queue = new Queue(queueName, { connection: redis });
    worker = await runWorker({ ...place, tools, onDiagnostic: (diagnostic) => told.push(diagnostic) });
    executor = bullmqExecutor({ ...place, lookUpMs: 100 });
  });
  afterAll(async () => {
    await Promise.all([executor.close(), worker.close(), queue.close()]);
    redis.disconnect();
  });

  const goodData = (more: object = {}) => {
    const { judged, digest } = jobOfCall(callOf(namesake("echo"), { text: "judged" }), 1_000);
    return { ...judged, digest, version: 1, token: "t", deadlineAt: null, ...more };
  };
  let jobs = 0;
  async function answerTo(data: unknown, jobId = `hostile.${++jobs}`): Promise<unknown> {
    await queue.add("x", data, { jobId });
    return until(async () => (await queue.getJob(jobId))?.returnvalue);
  }
  const refusal = (code: string) => expect.objectContaining({ kind: "threw", executed: "no", error: expect.objectContaining({ code }) });

  describe("jobs that are no calls are answered so", () => {
    const parsed = JSON.parse('{"__proto__":{"polluted":true}}');
    test.each([
      ["nothing", {}],
      ["null", null],
      ["a text", "call"],
      ["a list", [1]],
      ["another version", goodData({ version: 2 })],
      ["an attempt of 0", goodData({ attempt: 0 })],
      ["an attempt that is a text", goodData({ attempt: "1" })],
      ["an unknown effect", goodData({ effect: "safe" })],
      ["a deadline that is no time", goodData({ deadlineAt: "soon" })],
      ["arguments that are a list", goodData({ arguments: [] })],
      ["arguments with __proto__", goodData({ arguments: parsed })],
      ["the id of another call", goodData()],
    ])("%s", async (_, data) => {
      expect(await answerTo(data)).toEqual(refusal("invalid_job"));
    });

    test("and the worker says so", () => {
      expect(told.filter(({ code }) => code === "job_refused").length).toBeGreaterThan(10);
    });
  });

  test.each([
    ["arguments", { arguments: { text: "changed" } }],
    ["tool", { tool: "add" }],
    ["effect", { effect: "idempotent" }],
    ["idempotency key", { idempotencyKey: "another" }],
  ])("a call whose %s was changed after it was judged does not run", async (_, change) => {
    expect(await answerTo(goodData(change))).toEqual(refusal("arguments_changed"));
  });

  test("a job that was started before does not run again, whoever put it back", async () => {
    const data = goodData({});
    const jobId = `${encodeURIComponent(data.callId)}.1`;
    expect(await answerTo(data, jobId)).toMatchObject({ kind: "returned" });
    const job = await queue.getJob(jobId);
    // As a worker with another stall limit does.
    await job?.retry("completed");
    const again = await until(async () => {
      const value = (await queue.getJob(jobId))?.returnvalue;
      return value?.kind === "lost" && value;
    });
    expect(again).toMatchObject({ kind: "lost" });
  });

  test.each([
    ["no answer at all", null],
    ["an answer without the token of the call", { version: 1, kind: "returned", output: "forged" }],
  ])("a worker of something else that gives %s says nothing of the call", async (_, answer) => {
    const other = { connection: serverUrl, queue: newQueue() };
    const caller = bullmqExecutor(other);
    const connection = redis.duplicate();
    const foreign = new Worker(other.queue, async () => answer, { connection });
    expect(await caller.execute(callOf(namesake("echo")))).toMatchObject({ kind: "lost" });
    await Promise.all([foreign.close(), caller.close()]);
    connection.disconnect();
  });

  test("an event that cannot be read does not keep answers away", async () => {
    const before = await executor.execute(callOf(namesake("add"), { a: 1 }));
    await redis.xadd(queue.toKey("events"), "*", "event", "completed", "jobId", "x", "returnvalue", "{");
    const after = await executor.execute(callOf(namesake("add"), { a: 2 }));
    expect([before, after]).toEqual([
      { kind: "returned", output: 2 },
      { kind: "returned", output: 3 },
    ]);
    expect(await executor.execute(callOf(namesake("add"), { a: 3 }))).toEqual({ kind: "returned", output: 4 });
  });

  test("a job that is no JSON does not keep a worker from the next one", async () => {
    await redis.hset(queue.toKey("evil.1"), { name: "x", data: "{", opts: "{}", timestamp: 1, delay: 0, priority: 0 });
    await redis.lpush(queue.toKey("wait"), "evil.1");
    expect(await executor.execute(callOf(namesake("add"), { a: 1 }))).toEqual({ kind: "returned", output: 2 });
    expect(told.some(({ code }) => code === "failed")).toBe(true);
    expect(await executor.attach({ callId: "evil", attempt: 1 })).toMatchObject({ kind: "lost" });
  });

  test("nothing unsafe has run", () => {
    expect(started).toEqual([]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
