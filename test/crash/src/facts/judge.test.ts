import type { Entry, Json } from "@acta/journal";
import { createActionRequest, createActionResponse, type Message } from "@acta/messages";
import { expect, test } from "vitest";
import type { Case, Facts } from "./facts.js";
import { judge } from "./judge.js";
import type { Witnessed } from "./witness.js";

type Body = { readonly [key: string]: Json };

const entriesOf = (...bodies: readonly (readonly [kind: string, body: Body])[]): readonly Entry[] =>
  bodies.map(([kind, body], index) => ({
    id: `e${index + 1}`,
    kind,
    at: 0,
    branchId: "b",
    sequence: index + 1,
    body: { callId: "c", ...body },
  }));

const proposed = ["call.proposed", { requestId: "r" }] as const;
const intended = (effect: string) => ["call.intended", { effect }] as const;
const settled = (kind: string, executed: string) => ["call.settled", { outcome: { kind, executed } }] as const;
const approval = ["approval.requested", { approvalId: "a" }] as const;

const request = createActionRequest({ id: "r", createdAt: 0, sender: "b", function: "f", arguments: {} });
const response = createActionResponse({ id: "s", createdAt: 0, request, output: null });
const opening = (opens: string): Entry => ({ id: opens, kind: "k", at: 0, branchId: "b", sequence: 1, opens, body: null });
const seen = (...lines: readonly Witnessed["at"][]): readonly Witnessed[] => lines.map((at) => ({ at, key: "c" }));

interface Told {
  readonly entries: readonly Entry[];
  readonly witnessed?: readonly Witnessed[];
  readonly unsettled?: readonly Entry[];
  readonly history?: readonly Message[];
  readonly before?: Partial<Facts>;
}

function faults({ entries, witnessed = [], unsettled = [], history = [request, response], before = {} }: Told): readonly string[] {
  const recoveredAgain: Facts = { entries, witnessed, unsettled };
  const told: Case = { recovered: { ...recoveredAgain, ...before }, recoveredAgain, history };
  return judge(told).map(({ fault, about }) => `${fault} ${about}`);
}

const done = entriesOf(proposed, intended("unsafe"), settled("succeeded", "yes"));

test.each<[string, Told]>([
  ["succeeded, and its effect was seen", { entries: done, witnessed: seen("begun", "done") }],
  ["a caller who was told", { entries: done, witnessed: [...seen("begun", "done"), { at: "answered", key: "c", outcome: "succeeded" }] }],
  ["skipped, and no effect was seen", { entries: entriesOf(proposed, settled("skipped", "no")) }],
  [
    "ambiguous, whether an effect was seen",
    { entries: entriesOf(proposed, intended("unsafe"), settled("ambiguous", "unknown")), witnessed: seen("begun") },
  ],
  ["ambiguous, or not", { entries: entriesOf(proposed, intended("unsafe"), settled("ambiguous", "unknown")) }],
  [
    "run again with an intent each",
    {
      entries: entriesOf(proposed, intended("read"), intended("read"), settled("succeeded", "yes")),
      witnessed: seen("begun", "begun", "done"),
    },
  ],
  [
    "asked again after a decision that came to nothing",
    {
      entries: entriesOf(proposed, approval, ["approval.decided", { approvalId: "a" }], approval, settled("denied", "no")),
      witnessed: [{ at: "answered", key: "c", outcome: "escalated" }],
    },
  ],
  ["waiting for an approval", { entries: entriesOf(proposed, approval), unsettled: [opening("c"), opening("a")], history: [request] }],
  ["nothing at all", { entries: [], history: [] }],
])("right: %s", (_, told) => {
  expect(faults(told)).toEqual([]);
});

test.each<[string, Told, readonly string[]]>([
  ["an effect of no call", { entries: [], witnessed: seen("begun"), history: [] }, ["without_intent c"]],
  [
    "an effect without an intent",
    { entries: entriesOf(proposed, settled("ambiguous", "unknown")), witnessed: seen("begun") },
    ["without_intent c"],
  ],
  [
    "a second run with one intent",
    { entries: entriesOf(proposed, intended("read"), settled("succeeded", "yes")), witnessed: seen("begun", "begun", "done") },
    ["without_intent c"],
  ],
  [
    "unsafe twice",
    {
      entries: entriesOf(proposed, intended("unsafe"), intended("idempotent"), settled("succeeded", "yes")),
      witnessed: seen("begun", "begun", "done"),
    },
    ["unsafe_twice c"],
  ],
  ["a success of half an effect", { entries: done, witnessed: seen("begun") }, ["success_without_effect c"]],
  [
    "a failure of an effect that never began",
    { entries: entriesOf(proposed, intended("read"), settled("failed", "yes")) },
    ["success_without_effect c"],
  ],
  [
    "a denied effect",
    { entries: entriesOf(proposed, intended("read"), settled("skipped", "no")), witnessed: seen("begun") },
    ["effect_denied c"],
  ],
  ["no end", { entries: entriesOf(proposed, intended("read")), unsettled: [opening("c")] }, ["unsettled c"]],
  [
    "an end that the journal does not know of",
    { entries: done, witnessed: seen("begun", "done"), unsettled: [opening("c")] },
    ["unsettled c"],
  ],
  [
    "a caller who was told to wait, and of whom nobody was asked",
    { entries: entriesOf(proposed, settled("denied", "no")), witnessed: [{ at: "answered", key: "c", outcome: "escalated" }] },
    ["answer_lost c"],
  ],
  [
    "an approval that was asked for twice, and decided by nobody",
    {
      entries: entriesOf(proposed, approval, approval, settled("denied", "no")),
      witnessed: [{ at: "answered", key: "c", outcome: "escalated" }],
    },
    ["answer_lost c"],
  ],
  ["an approval that nobody can give", { entries: entriesOf(proposed, approval), unsettled: [opening("c")] }, ["unsettled c"]],
  ["two ends", { entries: entriesOf(proposed, settled("skipped", "no"), settled("skipped", "no")) }, ["settled_twice c"]],
  [
    "another end than the caller was told",
    {
      entries: entriesOf(proposed, intended("unsafe"), settled("ambiguous", "unknown")),
      witnessed: [...seen("begun", "done"), { at: "answered", key: "c", outcome: "succeeded" }],
    },
    ["answer_lost c"],
  ],
  ["a request without a response", { entries: done, witnessed: seen("begun", "done"), history: [request] }, ["unanswered r"]],
  [
    "a request with two responses",
    { entries: done, witnessed: seen("begun", "done"), history: [request, response, response] },
    ["unanswered r"],
  ],
  ["a request that history does not have", { entries: done, witnessed: seen("begun", "done"), history: [] }, ["unanswered r"]],
  ["an answer before the approval", { entries: entriesOf(proposed, approval), unsettled: [opening("c"), opening("a")] }, ["unanswered r"]],
  ["an intent without its proposal", { entries: entriesOf(intended("unsafe")), history: [] }, ["unproposed e1"]],
  [
    "a gap",
    { entries: done.map((entry) => ({ ...entry, sequence: entry.sequence * 2 - 1 })), witnessed: seen("begun", "done") },
    ["gap e2", "gap e3"],
  ],
  [
    "an entry of the second recovery",
    { entries: done, witnessed: seen("begun", "done"), before: { entries: done.slice(0, 2) } },
    ["changed entries"],
  ],
  [
    "an effect of the second recovery",
    { entries: done, witnessed: seen("begun", "done"), before: { witnessed: [] } },
    ["changed witnessed"],
  ],
])("wrong: %s", (_, told, expected) => {
  expect(faults(told)).toEqual(expected);
});
