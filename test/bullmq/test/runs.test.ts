import { setTimeout as pause } from "node:timers/promises";
import type { ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts } from "../src/calls.js";
import { isRight } from "../src/findings.js";
import type { Fsync } from "../src/own-redis.js";
import { inPlace, type Place } from "../src/place.js";
import { killWorkers } from "../src/scenes/kills.js";
import { restartRedis } from "../src/scenes/restarts.js";
import { type EffectName, toolsFor } from "../src/tools.js";
import { isAvailable, unavailable } from "./available.js";
import { buildProgram } from "./build.js";

describe.skipIf(!isAvailable)(`processes and servers that die${isAvailable ? "" : ` (${unavailable})`}`, { timeout: 60_000 }, () => {
  let built: Awaited<ReturnType<typeof buildProgram>>;
  let program = "";
  beforeAll(async () => {
    built = await buildProgram("worker");
    program = built.program;
  });
  afterAll(() => built.remove());

  const right = (facts: Facts) => expect({ facts, isRight: isRight(facts) }).toEqual({ facts, isRight: true });

  describe.concurrent("a worker is killed", () => {
    test("every call has one true outcome, and nothing runs twice", async () => {
      const facts = await killWorkers({ program, kills: 3, seed: 1 });
      right(facts);
      expect(facts.lost).toBeGreaterThan(0);
    });

    test("also where somebody puts its jobs back into the queue", async () => {
      right(await killWorkers({ program, kills: 3, seed: 2, meddled: true }));
    });

    test("the control, without guard and claim, runs calls twice", async () => {
      expect((await killWorkers({ program, kills: 4, seed: 3, kind: "bare" })).attemptsTwice).toBeGreaterThan(0);
    });
  });

  test("a worker that only slept finishes what it had begun; nobody runs it again, and its call was lost", async () => {
    await inPlace({ program, fsync: "everysec" }, async (place) => {
      const sleeper = await place.startWorker();
      const call = { callId: "slept", attempt: 1 };
      const result = execute(place, "unsafe", { callId: "slept", waitMs: 1_500 });
      while (!place.witness.hasBegun("slept:1")) await pause(10);
      sleeper.signal("SIGSTOP");
      await place.startWorker();
      expect(await result).toMatchObject({ kind: "lost" });
      sleeper.signal("SIGCONT");
      while (place.witness.count().size === 0) await pause(10);
      expect(await place.executor.find(call)).toMatchObject({ kind: "lost" });
      expect([...place.witness.count().values()]).toEqual([1]);
    });
  });

  describe("Redis goes and comes back", () => {
    const atOnce = 8;

    test("nothing is lost but what was just being handed over, and nothing runs twice", async () => {
      const facts = await restartRedis({ program, calls: 200, fsync: "everysec", signal: "SIGKILL" });
      right(facts);
      expect(facts.lost).toBeLessThanOrEqual(atOnce);
    });

    test("the control, a Redis that forgets, loses more, and every call says so", async () => {
      const facts = await restartRedis({ program, calls: 200, fsync: "forgets", signal: "SIGKILL" });
      right(facts);
      expect(facts.lost).toBeGreaterThan(atOnce);
    });

    test("a call made meanwhile waits for it, and one that is aborted meanwhile never comes into the queue", async () => {
      await inPlace({ program, fsync: "everysec", lockMs: 30_000 }, async (place) => {
        await place.startWorker();
        await place.redis.stop();
        const controller = new AbortController();
        const aborted = execute(place, "read", { callId: "aborted", signal: controller.signal });
        const waiting = execute(place, "read", { callId: "waiting" });
        controller.abort();
        expect(await aborted).toEqual({ kind: "stopped", confirmed: true, executed: "no" });
        await place.redis.start();
        expect(await waiting).toMatchObject({ kind: "returned" });
        expect(await place.executor.find({ callId: "aborted", attempt: 1 })).toEqual({ kind: "unknown" });
        expect([...place.witness.count()]).toEqual([["waiting:1", 1]]);
      });
    });
  });

  describe("an unsafe tool, without a journal", () => {
    const refused = { kind: "threw", executed: "no", error: { code: "unsafe_refused" } };
    const unsafeOn = (fsync: Fsync) =>
      inPlace({ program, fsync, claims: false, lockMs: 30_000 }, async (place) => {
        await place.startWorker();
        return { result: await execute(place, "unsafe", { callId: "c" }), runs: place.witness.count().size };
      });

    test("runs on a Redis that has on disk what it answers", async () => {
      expect(await unsafeOn("always")).toMatchObject({ result: { kind: "returned" }, runs: 1 });
    });

    test.each(["everysec", "forgets", "secretive"] as const)("is refused on one that %s", async (fsync) => {
      expect(await unsafeOn(fsync)).toMatchObject({ result: refused, runs: 0 });
    });
  });
});

interface More {
  readonly callId: string;
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
}

function execute(place: Place, effect: EffectName, more: More): Promise<ExecutorResult> {
  const tool = toolsFor(place.witness).find(({ name }) => name === effect);
  if (tool === undefined) throw new Error("there is no such tool");
  const { callId, waitMs = 0, signal = new AbortController().signal } = more;
  const call: ExecutorCall = { tool, arguments: { waitMs }, callId, idempotencyKey: callId, attempt: 1, signal, progress: () => {} };
  return Promise.resolve(place.executor.execute(call));
}
