import type { ExecutorCall } from "@acta/actions/executor";
import { expect, test } from "vitest";
import { QueueExecutor } from "./queue-executor.js";

test("an executor whose Redis is away can be closed, and ends what waits for it", async () => {
  const executor = new QueueExecutor({ connection: "redis://127.0.0.1:1" });
  const { signal } = new AbortController();
  const tool = { name: "sum", effect: "read", run: () => 1 };
  const call = { tool, arguments: {}, callId: "c", attempt: 1, idempotencyKey: "c", signal, timeoutMs: null, progress() {} };
  const running = executor.execute(call as unknown as ExecutorCall);
  await executor.close();
  expect((await running).kind).not.toBe("returned");
  expect(await executor.execute(call as unknown as ExecutorCall)).toMatchObject({
    kind: "threw",
    executed: "no",
    error: { code: "closed" },
  });
});
