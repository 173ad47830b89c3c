import { threadId } from "node:worker_threads";
import { defineTool } from "@acta/actions";
import { inline, type Stall, watched } from "@acta/actions/executor";
import { Branch } from "@acta/branch";
import { verifies } from "@acta/requirements";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { inThread, threadsExecutor } from "../src/index.js";
import { Marks } from "./call.js";

vi.setConfig({ testTimeout: 30_000 });

const marks = new Marks();
const threads = threadsExecutor({ size: 2 });
afterEach(() => expect(threads.load).toMatchObject({ queued: 0, stuck: 0 }));
afterAll(async () => {
  await threads.close();
  marks.remove();
});

const module = new URL("tools.mjs", import.meta.url);
const input = z.looseObject({});
const blocks = inThread(
  defineTool({ name: "blocks", description: "Never gives the loop back.", input, timeoutMs: 300, run: () => "not in a thread" }),
  { module, export: "marksAndBlocks" },
);
const waits = defineTool({
  name: "waits",
  description: "Needs the loop.",
  input,
  run: () => new Promise((resolve) => setTimeout(() => resolve("its turn came"), 1)),
});

const place = inThread(defineTool({ name: "place", description: "Tells its thread.", input, run: () => threadId }), {
  module,
  export: "place",
});

test("a tool that blocks holds up no sibling, and its deadline holds", verifies("D6.blocking"), async () => {
  const branch = new Branch({ tools: [blocks, waits, place], executors: [threads] });
  // A thread that runs already, so that the deadline is spent on the tool and not on the start of its thread.
  await branch.act({ function: "place", arguments: {} });
  const file = marks.file();
  const [blocked, waited] = await branch.act([
    { function: "blocks", arguments: { file } },
    { function: "waits", arguments: {} },
  ]);
  expect(waited).toMatchObject({ success: true, output: "its turn came" });
  expect(blocked?.outcome).toMatchObject({ kind: "timed_out", executed: "unknown" });
  expect(marks.read(file)).toEqual(["began"]);
  await vi.waitFor(() => expect(threads.load.busy).toBe(0), { timeout: 20_000 });
});

test("a tool that blocks without an executor is reported with its name", verifies("D6.blocking"), async () => {
  const stalls: Stall[] = [];
  const blocksHere = defineTool({
    name: "blocks-here",
    description: "Keeps the loop for a while.",
    input,
    run() {
      const end = performance.now() + 30;
      while (performance.now() < end);
    },
  });
  const executors = [watched(inline, { limitMs: 20, onStall: (stall) => void stalls.push(stall) })];
  const branch = new Branch({ tools: [blocksHere, waits], executors });
  const [first] = await branch.act([
    { function: "blocks-here", arguments: {} },
    { function: "waits", arguments: {} },
  ]);
  expect(stalls).toMatchObject([{ tool: "blocks-here", callId: first?.callId }]);
  expect(stalls[0]?.blockedMs).toBeGreaterThanOrEqual(30);
});

test("a tool that blocks declares where it runs, and runs nowhere else", verifies("D6.offload-convention"), async () => {
  const [elsewhere] = await new Branch({ tools: [place], executors: [threads] }).act({ function: "place", arguments: {} });
  expect(elsewhere?.success).toBe(true);
  expect(elsewhere?.output).not.toBe(threadId);
  const [here] = await new Branch({ tools: [{ ...place, executor: "inline" }] }).act({ function: "place", arguments: {} });
  expect(here?.output).toBe(threadId);
  expect(() => new Branch({ tools: [place] }).actions).toThrow(expect.objectContaining({ code: "invalid_tool" }));
});
