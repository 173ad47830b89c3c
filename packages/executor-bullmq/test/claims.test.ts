import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NotExecuted } from "@acta/actions";
import { Branch } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { faultyJournal } from "@acta/journal/testing";
import { sqliteJournal } from "@acta/journal-sqlite";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { bullmqExecutor, claimBranchOf, runWorker } from "../src/index.js";
import { callOf, namesake } from "./call.js";
import { describeWithRedis, newQueue, serverUrl } from "./server.js";
import { until } from "./until.js";
import { latch, someTools } from "./workshop.js";

describeWithRedis("unsafe tools, with claims in a journal", () => {
  const folder = mkdtempSync(join(tmpdir(), "acta-"));
  let journal: Journal;
  let redis: Redis;
  beforeAll(() => {
    journal = sqliteJournal({ path: join(folder, "acta.db") });
    redis = new Redis(serverUrl, { maxRetriesPerRequest: null });
  });
  afterAll(async () => {
    redis.disconnect();
    await journal.close();
    rmSync(folder, { recursive: true });
  });
  const pay = namesake("pay", { effect: "unsafe" });

  async function arrange(more: { readonly claims?: Journal } = {}) {
    const place = { connection: serverUrl, queue: newQueue() };
    const { tools, started } = someTools();
    const worker = await runWorker({ ...place, tools, journal: more.claims ?? journal });
    const executor = bullmqExecutor(place);
    const queue = new Queue(place.queue, { connection: redis });
    const close = () => Promise.all([executor.close(), worker.close(), queue.close()]);
    return { place, started, executor, queue, close };
  }

  test("run once, and the claim is settled: it is no work that is left", async () => {
    const { started, executor, close } = await arrange();
    const call = callOf(pay);
    expect(await executor.execute(call)).toEqual({ kind: "returned", output: 1 });
    expect(started).toEqual([`${call.callId}:1`]);
    const branchId = claimBranchOf(call.callId);
    expect((await journal.read(branchId)).entries.map(({ kind }) => kind)).toEqual(["worker.claimed", "worker.claim_kept"]);
    expect((await journal.unsettled({ branchId })).entries).toEqual([]);
    await close();
  });

  test("do not run again when Redis has forgotten that they did; the control, a tool without claims, does", async () => {
    const { started, executor, queue, close } = await arrange();
    const forget = async (call: ReturnType<typeof callOf>) => {
      const jobId = `${encodeURIComponent(call.callId)}.1`;
      const job = await queue.getJob(jobId);
      const data = job?.data;
      await job?.remove();
      await queue.add(call.tool.name, data, { jobId });
      return until(async () => (await queue.getJob(jobId))?.returnvalue);
    };
    const unsafe = callOf(pay);
    await executor.execute(unsafe);
    expect(await forget(unsafe)).toMatchObject({ kind: "lost" });
    expect(started).toHaveLength(1);

    const read = callOf(namesake("add"), { a: 1 });
    await executor.execute(read);
    expect(await forget(read)).toMatchObject({ kind: "returned" });
    await close();
  });

  test("do not run where the claim may not be stored; a claim whose answer is lost is made again", async () => {
    const refused = await arrange({ claims: shared(faultyJournal(journal, () => "fail")) });
    expect(await refused.executor.execute(callOf(pay))).toMatchObject({ kind: "threw", executed: "no", error: { code: "claim_failed" } });
    expect(refused.started).toEqual([]);
    await refused.close();

    const lossy = await arrange({ claims: shared(faultyJournal(journal, (append) => (append === 1 ? "lose_answer" : undefined))) });
    expect(await lossy.executor.execute(callOf(pay))).toMatchObject({ kind: "returned" });
    expect(lossy.started).toHaveLength(1);
    await lossy.close();
  });

  test("two workers that are given one attempt: one of them runs it", async () => {
    const one = await arrange();
    const two = await arrange();
    const call = callOf(pay);
    const results = await Promise.all([one.executor.execute(call), two.executor.execute(call)]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["lost", "returned"]);
    expect([...one.started, ...two.started]).toHaveLength(1);
    await Promise.all([one.close(), two.close()]);
  });

  test("a call that was lost before anybody claimed it is known not to have run, and cannot run any more", async () => {
    const place = { connection: serverUrl, queue: newQueue() };
    const taken = latch();
    const connection = redis.duplicate();
    // Takes the job, and is never heard of again.
    const dying = new Worker(place.queue, () => taken.open() as never, {
      connection,
      lockDuration: 100,
      autorun: false,
      skipLockRenewal: true,
    });
    dying.on("error", () => {});
    const executor = bullmqExecutor({ ...place, journal });
    const call = callOf(pay);
    const result = executor.execute(call);
    await until(async () => dying.getNextJob("token"));
    const { tools, started } = someTools();
    const worker = await runWorker({ ...place, tools, journal, lockMs: 100 });
    const lost = await result;
    expect(lost).toMatchObject({ kind: "threw", executed: "no" });
    expect(lost.kind === "threw" && NotExecuted.isInstance(lost.error)).toBe(true);
    expect((await journal.read(claimBranchOf(call.callId))).entries).toHaveLength(2);
    expect(started).toEqual([]);
    await Promise.all([executor.close(), worker.close(), dying.close(true)]);
    connection.disconnect();
  });

  describe("in a branch", () => {
    test("each call has its outcome, and the record has it too", async () => {
      const { started, executor, close } = await arrange();
      const tools = ["pay", "add", "odd", "unknown"].map((name) =>
        namesake(name, { executor: "bullmq", effect: name === "pay" ? "unsafe" : "read" }),
      );
      const branch = await Branch.open({ id: newQueue(), journal, tools, executors: [executor] });
      const names = ["pay", "add", "odd", "unknown", "pay"];
      const responses = await branch.act(names.map((name) => ({ function: name, arguments: { a: 1 } })));
      expect(responses.map(({ outcome }) => [outcome.kind, outcome.executed, outcome.error?.code])).toEqual([
        ["succeeded", "yes", undefined],
        ["succeeded", "yes", undefined],
        ["failed", "yes", "tool_failed"],
        ["failed", "no", "tool_failed"],
        ["succeeded", "yes", undefined],
      ]);
      expect(started).toHaveLength(2);
      // What is stored is acknowledged, so that Redis need not keep it.
      const answered = { callId: responses[1]?.callId ?? "", attempt: 1 };
      await vi.waitFor(async () => expect(await executor.find(answered)).toEqual({ kind: "unknown" }), { timeout: 20_000 });
      expect((await journal.unsettled({ branchId: branch.id })).entries).toEqual([]);
      await branch.close();
      await close();
    });

    test("a caller that aborts is told at once, and the tool is told to stop", async () => {
      const place = { connection: serverUrl, queue: newQueue() };
      const { tools, begun } = someTools();
      const worker = await runWorker({ ...place, tools });
      const executor = bullmqExecutor(place);
      const branch = new Branch({ tools: [namesake("obedient", { executor: "bullmq" })], executors: [executor] });
      const controller = new AbortController();
      const acting = branch.act({ function: "obedient", arguments: {} }, { signal: controller.signal });
      const { signal } = await begun.opened;
      controller.abort("enough");
      await expect(acting).rejects.toBe("enough");
      await until(() => signal.aborted);
      await Promise.all([branch.close(), executor.close(), worker.close()]);
    });
  });
});

/** What a decorated journal claims of itself. */
const shared = (decorated: Journal): Journal => ({
  capabilities: { durable: true, shared: true },
  append: (...given) => decorated.append(...given),
  read: (...given) => decorated.read(...given),
  unsettled: (...given) => decorated.unsettled(...given),
  acquire: (...given) => decorated.acquire(...given),
  close: () => decorated.close(),
});
