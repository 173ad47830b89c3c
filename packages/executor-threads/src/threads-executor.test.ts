import { defineTool, NotExecuted } from "@acta/actions";
import type { ExecutorCall } from "@acta/actions/executor";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { threadsExecutor } from "./threads-executor.js";

const tool = defineTool({ name: "here", description: "Has no place.", input: z.object({}), run: () => 1 });
const { signal } = new AbortController();
const call: ExecutorCall = { tool, arguments: {}, callId: "c", idempotencyKey: "c", attempt: 1, signal, progress: () => {} };

const limits = process.execArgv;
afterEach(() => {
  process.execArgv = limits;
});

test("refuses a tool that does not say where its code is, and does not run it", () => {
  expect(threadsExecutor().execute(call)).toMatchObject({ kind: "threw", executed: "no", error: { code: "no_location" } });
});

test("a process that cannot be started costs one call each, and says that nothing ran", async () => {
  process.execArgv = ["--there-is-no-such-option"];
  const executor = threadsExecutor({ processes: true, size: 2 });
  const placed = { ...tool, module: "file:///none.js", export: "none" };
  const results = await Promise.all([1, 2, 3].map(() => executor.execute({ ...call, tool: placed })));
  for (const result of results) {
    expect(result).toMatchObject({ kind: "threw", executed: "no", error: { code: "not_started" } });
    expect("error" in result && NotExecuted.isInstance(result.error)).toBe(false);
  }
  expect(executor.load).toEqual({ queued: 0, busy: 0, idle: 0, stuck: 0 });
  await executor.close();
});
