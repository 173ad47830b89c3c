import { Scheduler } from "@acta/batch/scheduler";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Branch } from "../src/index.js";
import { ask, end, first, history, never, tool, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("an executor that can stop tools", () => {
  const stopping = (confirmed: boolean | null) => ({
    name: "stops",
    capabilities: { offLoop: true, killable: true, remote: false },
    execute: ({ signal }: { readonly signal: AbortSignal }) =>
      new Promise<{ kind: "stopped"; confirmed: boolean; executed: "unknown" }>((resolve) => {
        if (confirmed === null) return;
        signal.addEventListener("abort", () => setTimeout(() => resolve({ kind: "stopped", confirmed, executed: "unknown" }), 5));
      }),
  });

  test.each([
    [true, 5, true],
    [false, 5, false],
    [null, 1_000, false],
  ])("says %o of the end: after %i ms the outcome says %o", async (confirmed, afterMs, says) => {
    const { branch, diagnostics } = watch({
      executors: [stopping(confirmed)],
      tools: [tool("t", never, { executor: "stops", timeoutMs: 10 })],
    });
    const acting = branch.act(ask("t"));
    await vi.advanceTimersByTimeAsync(10 + afterMs - 1);
    expect(history(branch)).toEqual(["?t"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(first(await acting).outcome).toMatchObject({ kind: "timed_out", executed: "unknown", isEndConfirmed: says });
    expect([diagnostics, vi.getTimerCount()]).toEqual([[], 0]);
  });
});

const answers: readonly (readonly [string, unknown])[] = [
  ["it is lost", { kind: "lost", reason: "gone" }],
  ["nobody knows how far it came", { kind: "threw", error: new Error("e"), executed: "unknown" }],
  ["nothing of how far it came", { kind: "threw", error: new Error("e") }],
  ["nothing that is known", { kind: "other" }],
  ["nothing", null],
];
describe.each(answers)("an executor that answers that %s", (_, answer) => {
  const executors = [{ name: "x", capabilities: { offLoop: true, killable: false, remote: true }, execute: () => answer as never }];
  const tools = [tool("t", () => 1, { executor: "x", limits: { concurrency: 1 }, lock: () => "k" })];

  test("gives the place and the lock of the call back", async () => {
    const scheduler = new Scheduler();
    const { branch } = watch({ scheduler, executors, tools });
    const models = await branch.act([ask("t"), ask("t")]);
    expect(models.map(({ outcome }) => outcome.executed)).toEqual(["unknown", "unknown"]);
    expect([scheduler.running, scheduler.queued]).toEqual([0, 0]);
  });

  test("leaves a record that can be read again", async () => {
    const { branch, journal } = watch({ executors, tools });
    const models = await branch.act(ask("t"));
    const again = await Branch.open({ id: branch.id, journal });
    expect(history(again)).toEqual(["t", `!${models[0]?.outcome.error?.code}`]);
  });
});

test("a tool that could not be stopped is not tried again beside itself", async () => {
  let runs = 0;
  const execute = ({ signal }: { readonly signal: AbortSignal }) =>
    new Promise<{ kind: "stopped"; confirmed: boolean; executed: "unknown" }>((resolve) => {
      runs++;
      signal.addEventListener("abort", () => resolve({ kind: "stopped", confirmed: false, executed: "unknown" }));
    });
  const { branch } = watch({
    executors: [{ name: "x", capabilities: { offLoop: true, killable: true, remote: false }, execute }],
    tools: [tool("t", () => 1, { executor: "x", effect: "read", timeoutMs: 10 })],
  });
  const acting = branch.act(ask("t"), { batch: { retry: { attempts: 3 } } });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([end(first(await acting)), runs]).toEqual([["timed_out", "unknown", "timed_out"], 1]);
});

test("a call that an executor stopped before it began has not been executed", async () => {
  const executor = {
    name: "stops",
    capabilities: { offLoop: true, killable: true, remote: false },
    execute: ({ signal }: { readonly signal: AbortSignal }) =>
      new Promise<{ kind: "stopped"; confirmed: boolean; executed: "no" }>((resolve) => {
        signal.addEventListener("abort", () => resolve({ kind: "stopped", confirmed: true, executed: "no" }));
      }),
  };
  const { branch } = watch({ executors: [executor], tools: [tool("t", never, { executor: "stops", timeoutMs: 10 })] });
  const acting = branch.act(ask("t"));
  await vi.advanceTimersByTimeAsync(10);
  expect(first(await acting).outcome).toMatchObject({ kind: "timed_out", executed: "no", isEndConfirmed: true });
});
