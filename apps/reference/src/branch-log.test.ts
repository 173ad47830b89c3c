import { memoryJournal } from "@acta/journal/memory";
import { expect, test } from "vitest";
import { BranchLog, inOrder, type LogRow } from "./branch-log.js";

const proposed = (callId: string, at = 1) => ({
  id: `${callId}:p`,
  kind: "call.proposed",
  at,
  opens: callId,
  body: { callId, requestId: "q", function: "Read", arguments: {} },
});
const asked = (id: string, at = 1) => ({
  id,
  kind: "approval.requested",
  at,
  opens: id,
  body: { callId: "1", requestId: "q", approvalId: id, function: "Read", arguments: {}, reason: "why", approvers: null, expiresAt: null },
});
const settled = (callId: string, at = 1) => ({
  id: `${callId}:s`,
  kind: "call.settled",
  at,
  settles: callId,
  body: {
    callId,
    requestId: "q",
    event: { execution: { duration: null, response: null } },
    outcome: { kind: "succeeded" },
    decision: null,
  },
});

test("each look gives the ends since the last; a call may wait first, and end later", async () => {
  const journal = memoryJournal();
  const log = new BranchLog(journal, "b");
  expect(await log.next()).toEqual([]);
  const waits = asked("a", 2);
  journal.append("b", [proposed("1"), waits]);
  expect(await log.next()).toMatchObject([
    { callId: "1", function: "Read", outcome: { kind: "escalated" }, sequence: 2, at: 2, branchId: "b" },
  ]);
  journal.append("b", [proposed("2"), settled("2", 3), settled("1", 4)]);
  expect((await log.next()).map(({ callId, sequence, outcome }) => [callId, sequence, outcome?.kind])).toEqual([
    ["2", 4, "succeeded"],
    ["1", 5, "succeeded"],
  ]);
  expect(await log.next()).toEqual([]);
});

test("what was decided of an approval is told once: of a call that waits again, with that", async () => {
  const journal = memoryJournal();
  const decides = (settles: string, by: string) => ({
    id: `${settles}:d`,
    kind: "approval.decided",
    at: 2,
    settles,
    body: { callId: "1", requestId: "q", approvalId: settles, reason: "approved", by, note: null },
  });
  journal.append("b", [proposed("1"), asked("a"), decides("a", "mia"), asked("b"), decides("b", "noa"), settled("1")]);
  const rows = await new BranchLog(journal, "b").next();
  expect(rows.map(({ outcome, approval }) => [outcome?.kind, approval?.id, approval?.by])).toEqual([
    ["escalated", undefined, undefined],
    ["escalated", "a", "mia"],
    ["succeeded", "b", "noa"],
  ]);
});

test("rows of branches go by time, those of one branch by its order, whatever its clock did", () => {
  const row = (branchId: string, sequence: number, at: number) => ({ branchId, sequence, at }) as LogRow;
  const branches = [[row("a", 1, 10), row("a", 2, 5), row("a", 3, 30)], [row("b", 1, 1), row("b", 2, 20)], []];
  expect(inOrder(branches).map(({ branchId, sequence }) => `${branchId}${sequence}`)).toEqual(["b1", "a1", "a2", "b2", "a3"]);
});
