import type { ActionResponseModel } from "@acta/branch";
import type { Entry } from "@acta/journal";
import { expect, test } from "vitest";
import { decisionOf, rowsOf } from "./call-row.js";

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
  expect(rowsOf(entries, [], [])).toMatchObject([
    { callId: "1", outcome: { kind: "succeeded" }, decision: { kind: "allow" }, output: "out", durationMs: 0 },
    { callId: "2", outcome: { kind: "failed" }, durationMs: 500 },
  ]);
});

test("a call that ran is shown with what ran, one that did not with what was asked", () => {
  const ended = (callId: string, status: string) =>
    entry("call.settled", {
      callId,
      event: { execution: { status }, arguments: { n: 2 } },
      outcome: { kind: "succeeded" },
      decision: null,
    });
  const entries = [proposed("1"), proposed("2"), ended("1", "completed"), ended("2", "skipped")];
  expect(rowsOf(entries, [], []).map((row) => row.arguments)).toEqual([{ n: 2 }, {}]);
});

test("a call that waits is escalated, by the rule that the record names", () => {
  const decision = { kind: "escalate", policy: "p", rule: "r", reason: "why" } as const;
  const entries = [proposed("1"), entry("approval.requested", { callId: "1", approvalId: "a", reason: "why", decision })];
  expect(rowsOf(entries, [], [])).toMatchObject([{ outcome: { kind: "escalated", approvalId: "a" }, decision }]);
});

test("a call whose end is nowhere has none", () => {
  expect(rowsOf([proposed("1")], [], [])).toMatchObject([{ outcome: null, decision: null }]);
});

test("a transaction that stores no proposals has its calls by what `act` gave, and how long they ran by its log", () => {
  const answer = { requestId: "q", function: "Read", arguments: {}, output: null, decision: null, response: null };
  const succeeded = { ...answer, callId: "1", output: "out", outcome: { kind: "succeeded", executed: "yes" } };
  const denied = { ...answer, callId: "12", outcome: { kind: "denied", executed: "no", error: { code: "gate_denied", message: "no" } } };
  const logged = { ...entry("call.logged", { execution: { duration: 0.25 } }), id: "1:1:logged:w" };
  const models = [succeeded, denied] as unknown as ActionResponseModel[];
  expect(rowsOf([logged], models, [{ correlationId: "toolu_1" }, { correlationId: null }])).toMatchObject([
    { callId: "1", requestId: "q", correlationId: "toolu_1", decision: { kind: "allow" }, output: "out", durationMs: 250 },
    { callId: "12", correlationId: null, decision: { kind: "deny", reason: "no" }, output: null, durationMs: 0 },
  ]);
});

test("what is not denied was allowed", () => {
  expect(decisionOf(null)).toEqual({ kind: "allow" });
});
