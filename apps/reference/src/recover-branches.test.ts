import type { Journal, NewEntry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { expect, test } from "vitest";
import { leftOpen } from "./left-open.js";
import { recoverBranches } from "./recover-branches.js";

const proposed = (callId: string): NewEntry => ({
  id: `${callId}:proposed`,
  kind: "call.proposed",
  at: 1,
  opens: callId,
  body: {
    callId,
    requestId: `${callId}/request`,
    function: "Read",
    arguments: {},
    correlationId: null,
    parentCallId: null,
    isRedacted: false,
    message: null,
    batch: null,
  },
});

/** Three branches with a call that never began, and whose calls are still open when it is over. */
async function recoverThree(signal: AbortSignal, onAppend: (branchId: string) => void) {
  const memory = memoryJournal();
  for (const id of ["a", "b", "c"]) memory.append(id, [proposed(id)]);
  const journal: Journal = {
    capabilities: memory.capabilities,
    append(branchId, entries, options) {
      onAppend(branchId);
      return memory.append(branchId, entries, options);
    },
    read: (branchId, options) => memory.read(branchId, options),
    unsettled: (options) => memory.unsettled(options),
    acquire: (branchId, options) => memory.acquire(branchId, options),
    close: () => memory.close(),
  };
  const { calls } = await leftOpen(memory, null);
  const { ended, failed } = await recoverBranches(journal, { calls, hosts: new Map([...calls.keys()].map((id) => [id, null])) }, signal);
  const open = memory.unsettled({ kind: "call.proposed" }).entries.map(({ branchId }) => branchId);
  return { ended: ended.map(({ branchId }) => branchId), failed, open };
}

test("each branch is recovered, also after one that cannot be", async () => {
  const { signal } = new AbortController();
  const refuse = (branchId: string) => {
    if (branchId === "b") throw Object.assign(new Error("there is no room"), { code: "disk_full" });
  };
  expect(await recoverThree(signal, () => {})).toEqual({ ended: ["a", "b", "c"], failed: [], open: [] });
  expect(await recoverThree(signal, refuse)).toEqual({
    ended: ["a", "c"],
    failed: [{ branchId: "b", code: expect.any(String), message: expect.stringContaining("there is no room") }],
    open: ["b"],
  });
});

test("once aborted, no further branch is looked at, none is called broken, and what ended is told", async () => {
  const controller = new AbortController();
  const abort = (branchId: string) => {
    if (branchId === "b") controller.abort();
  };
  expect(await recoverThree(controller.signal, abort)).toEqual({ ended: ["a", "b"], failed: [], open: ["c"] });
});
