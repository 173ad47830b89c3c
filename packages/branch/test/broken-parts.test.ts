import type { Tool } from "@acta/actions";
import type { Executor } from "@acta/actions/executor";
import { Scheduler } from "@acta/batch/scheduler";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test } from "vitest";
import { Branch } from "../src/index.js";
import { ask, deferred, history, tool, watch } from "./support.js";

const trap = new Error("trap");

/** A tool with a property that throws when it is read, from the time that it is registered. */
function breaking(key: keyof Tool): { readonly tool: Tool; readonly break: () => void } {
  let isBroken = false;
  const made = tool("t", () => 1);
  Object.defineProperty(made, key, {
    enumerable: true,
    get: () => {
      if (isBroken) throw trap;
      return undefined;
    },
  });
  const breakIt = () => {
    isBroken = true;
  };
  return { tool: made, break: breakIt };
}

describe("a call ends, whatever is wrong with its tool", () => {
  test.each<keyof Tool>(["limits", "lock", "timeoutMs", "executor", "effect", "policy", "preprocess", "processors", "output", "isFailure"])(
    "%s cannot be read",
    async (key) => {
      const { tool: broken, break: breakIt } = breaking(key);
      const { branch, journal } = watch({ scheduler: new Scheduler(), tools: [broken, tool("u")] });
      breakIt();
      const models = await branch.act([ask("t"), ask("u")]);
      expect(models.map(({ outcome }) => outcome.kind)).toEqual([expect.stringMatching(/^(failed|denied)$/), "succeeded"]);
      expect([branch.messages.openRequests, journal.unsettled().entries]).toEqual([[], []]);
      expect(history(await Branch.open({ id: branch.id, journal }))).toEqual(history(branch));
    },
  );
});

test("a call ends whose scheduler answers with junk, and does not start afterwards", async () => {
  let runs = 0;
  const { promise, resolve } = deferred();
  const junk = {
    schedule: async (work: (context: unknown) => unknown) => {
      void promise.then(() => work({ holdUntil: () => {} }));
      return undefined;
    },
  };
  const { branch } = watch({ scheduler: junk as never, tools: [tool("t", () => ++runs)] });
  const [model] = await branch.act(ask("t"));
  expect(model?.outcome).toMatchObject({ kind: "failed", executed: "no" });
  resolve();
  await promise;
  await Promise.resolve();
  expect([runs, branch.messages.openRequests]).toEqual([0, []]);
});

test("an executor whose acknowledge cannot be read is reported, and changes nothing", async () => {
  const executor: Executor = {
    name: "x",
    capabilities: { offLoop: false, killable: false, remote: false },
    execute: () => ({ kind: "returned", output: 1 }),
    get acknowledge(): never {
      throw trap;
    },
  };
  const { branch, diagnostics } = watch({ executors: [executor], tools: [tool("t", () => 1, { executor: "x" })] });
  expect(await branch.act(ask("t"))).toMatchObject([{ success: true, output: 1 }]);
  expect(diagnostics).toMatchObject([{ code: "executor_failed", error: trap }]);
});

test("a call that recovery runs again waits for its turn like any other", async () => {
  const scheduler = new Scheduler();
  const running: string[] = [];
  const gates = [deferred(), deferred()];
  const write = tool(
    "t",
    async (_, { callId }) => {
      running.push(callId);
      await gates[running.length - 1]?.promise;
    },
    { effect: "idempotent", lock: () => "k" },
  );
  const journal = memoryJournal();
  const dying = tool("t", () => new Promise<never>(() => {}), { effect: "idempotent" });
  void new Branch({ id: "left", journal, tools: [dying] }).act(ask("t"));
  const other = new Branch({ id: "other", scheduler, tools: [write] }).act(ask("t"));
  const left = await Branch.open({ id: "left", journal, scheduler, tools: [write] });
  const recovering = left.recover({ rerun: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect([running.length, scheduler.queued]).toEqual([1, 1]);
  for (const { resolve } of gates) resolve();
  expect((await Promise.all([other, recovering])).flat().map(({ outcome }) => outcome.kind)).toEqual(["succeeded", "succeeded"]);
});
