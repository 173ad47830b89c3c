import type { Entry } from "@acta/journal";
import { expect, test } from "vitest";
import { rowsOf } from "./call-row.js";

const entry = (kind: string, body: object) => ({ kind, body, id: "", at: 0, branchId: "b", sequence: 1 }) as unknown as Entry;
const proposed = (callId: string) =>
  entry("call.proposed", { callId, requestId: `${callId}/request`, function: "Read", arguments: {}, correlationId: null });
const settled = (callId: string, kind: string, execution: object) =>
  entry("call.settled", { callId, requestId: `${callId}/request`, event: { execution }, outcome: { kind }, decision: { kind: "allow" } });

test("a call has the end that is recorded, whatever the order of the ends", () => {
  const entries = [
    proposed("1"),
    proposed("2"),
    settled("2", "failed", { duration: 0.5, response: null }),
    settled("1", "succeeded", { duration: null, response: "out" }),
  ];
  expect(rowsOf(entries, [])).toMatchObject([
    { callId: "1", outcome: { kind: "succeeded" }, decision: { kind: "allow" }, output: "out", durationMs: 0 },
    { callId: "2", outcome: { kind: "failed" }, durationMs: 500 },
  ]);
});

test("a call that waits is escalated, by the rule that the record names", () => {
  const decision = { kind: "escalate", policy: "p", rule: "r", reason: "why" } as const;
  const entries = [proposed("1"), entry("approval.requested", { callId: "1", approvalId: "a", reason: "why", decision })];
  expect(rowsOf(entries, [])).toMatchObject([{ outcome: { kind: "escalated", approvalId: "a" }, decision }]);
});

test("a call whose end is nowhere has none", () => {
  expect(rowsOf([proposed("1")], [])).toMatchObject([{ outcome: null, decision: null }]);
});
