import type { Policy } from "@acta/governance";
import type { Entry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApprovalRequestedBody, Branch, recover } from "../src/index.js";
import { arrange, asEnd, by, sure } from "./approvals-support.js";
import { ask, ends, first, forwarding, history, rejection, steps, tool } from "./support.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000 }));
afterEach(() => void vi.useRealTimers());

/** What the record says of the approval. */
const asked = (entries: () => readonly Entry[]) =>
  entries().find(({ kind }) => kind === "approval.requested")?.body as ApprovalRequestedBody;

describe("an approved call", () => {
  test("may be cancelled like any other", async () => {
    const controller = new AbortController();
    const { branch, id } = await arrange({ tools: [tool("t", () => new Promise(() => controller.abort(new Error("enough"))))] });
    expect(await rejection(branch.approve(id, { ...by, signal: controller.signal }))).toMatchObject({ message: "enough" });
    expect(history(branch)).toEqual(["t", "!cancelled"]);
  });

  test("whose arguments a processor changes needs an approval of those too, and both count", async () => {
    const grown = tool("t", (input) => input, { preprocess: (input) => ({ n: ((input as { n: number }).n ?? 0) < 10 ? 10 : 11 }) });
    const { branch, id } = await arrange({ tools: [grown] });
    expect(asEnd(await branch.approve(id, by))).toEqual(["escalated", "no", "approval_required"]);
    const [second] = await branch.approvals();
    expect(second?.arguments).toEqual({ n: 10 });
    expect(await branch.approve(second?.id ?? "", by)).toMatchObject({ success: true, output: { n: 10 }, attempt: 3 });
    expect(history(branch)).toEqual(["t", '={"n":10}']);
  });

  test.each([{ n: 1 }, { n: 7 }])("as %j, whose process ended before it was about to run, waits again as it was asked", async (decided) => {
    const { journal, entries, ran } = await arrange();
    const { callId, requestId, approvalId: id } = asked(entries);
    const body = { approvalId: id, callId, requestId, approved: true, by: "ada", note: null, arguments: decided, reason: "approved" };
    journal.append("branch", [{ id: "d", kind: "approval.decided", at: 1, settles: id, body }]);
    const tools = [tool("t", (input) => ran.push(input))];
    expect(ends(await recover(journal, { policy: sure, tools }))).toEqual([["escalated", "no", "approval_required"]]);
    const branch = await Branch.open({ id: "branch", journal, policy: sure, tools });
    const [approval, ...others] = await branch.approvals();
    expect(others).toEqual([]);
    expect(approval).toMatchObject({ arguments: { n: 1 }, approvers: ["ada", "grace"], expiresAt: 1_500 });
    expect(approval?.id).not.toBe(id);
    expect(asEnd(await branch.approve(approval?.id ?? "", by))).toEqual(["succeeded", "yes", null]);
    expect(ran).toHaveLength(1);
  });

  test("whose process ended while it ran is uncertain, and not run again", async () => {
    const wrapped = await arrange({ tools: [tool("t", () => new Promise(() => {}))] });
    void wrapped.branch.approve(wrapped.id, by);
    await vi.waitFor(() => expect(steps(wrapped)).toContain("intended"));
    const tools = [tool("t", () => 1)];
    expect(ends(await recover(wrapped.journal, { policy: sure, tools, rerun: true }))).toEqual([["ambiguous", "unknown", "lost"]]);
  });

  describe("whose process ended while it ran, and that may run again", () => {
    async function leftRunning() {
      const effect = "idempotent";
      const before = await arrange({ tools: [tool("t", () => new Promise(() => {}), { effect })] });
      void before.branch.approve(before.id, { ...by, note: "fine" });
      await vi.waitFor(() => expect(steps(before)).toContain("intended"));
      const ran: unknown[] = [];
      return { journal: before.journal, id: before.id, ran, tools: [tool("t", (input) => ran.push(input), { effect })] };
    }

    test("runs again as it was approved, and its policy is told by whom", async () => {
      const { journal, id, ran, tools } = await leftRunning();
      const told: unknown[] = [];
      const policy: Policy = {
        ...sure,
        decide(call, options) {
          told.push(call.approval);
          return sure.decide(call, options);
        },
      };
      expect(ends(await recover(journal, { policy, tools, rerun: true }))).toEqual([["succeeded", "yes", null]]);
      expect([ran, told]).toEqual([[{ n: 1 }], [{ id, by: "ada", note: "fine" }]]);
    });

    test("does not under another version of the policy: B19", async () => {
      const { journal, ran, tools } = await leftRunning();
      expect(ends(await recover(journal, { policy: { ...sure, version: "2" }, tools, rerun: true }))).toEqual([
        ["ambiguous", "unknown", "lost"],
      ]);
      expect(ran).toEqual([]);
    });
  });

  test("a rejection whose process ended before its end was stored is completed", async () => {
    const { journal, entries } = await arrange();
    const { callId, requestId, approvalId } = asked(entries);
    const body = { approvalId, callId, requestId, approved: false, by: "ada", note: "no", arguments: null, reason: "rejected" };
    journal.append("branch", [{ id: "d", kind: "approval.decided", at: 1, settles: approvalId, body }]);
    expect(first(await recover(journal, { policy: sure, tools: [tool("t")] })).outcome).toMatchObject({
      kind: "denied",
      error: { code: "escalation_refused", message: "ada rejected the call: no" },
    });
  });
});

test("an approval whose branch is taken before its intent is stored runs nothing, and is asked for again", async () => {
  const clock = { now: 0 };
  const shared = forwarding(memoryJournal({ monotonic: () => clock.now }), { capabilities: { durable: true, shared: true } });
  const options = { id: "branch", journal: shared, leaseMs: 1_000 };
  const ran: string[] = [];
  let other: Branch | undefined;
  const slow: Policy = {
    ...sure,
    async decide(call, context) {
      if (call.approval === null) return sure.decide(call, context);
      clock.now += 2_000;
      other = await Branch.open({ ...options, policy: sure, tools: [tool("t", () => ran.push("other"))] });
      return sure.decide(call, context);
    },
  };
  const branch = new Branch({ ...options, policy: slow, tools: [tool("t", () => ran.push("first"))] });
  await branch.act(ask("t", { n: 1 }));
  const [approval] = await branch.approvals();
  expect(await rejection(branch.approve(approval?.id ?? "", by))).toMatchObject({ code: "record_lost", cause: { code: "branch_taken" } });
  expect(await rejection(branch.approve(approval?.id ?? "", by))).toMatchObject({ code: "branch_taken" });
  expect(ends((await other?.recover()) ?? [])).toEqual([["escalated", "no", "approval_required"]]);
  const [again] = (await other?.approvals()) ?? [];
  await other?.approve(again?.id ?? "", by);
  expect(ran).toEqual(["other"]);
  await other?.close();
});
