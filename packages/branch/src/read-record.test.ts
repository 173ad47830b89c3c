import type { Entry, Journal, Json, Page } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { createMessage } from "@acta/messages";
import { hostile, revoked } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { ask, forwarding, history, rejection, tool } from "../test/support.js";
import { Branch } from "./branch.js";
import type { BranchOptions } from "./branch-options.js";
import { recover } from "./recover.js";
import { shipped } from "./shipped/transaction.js";

const tools = [tool("t", async () => 1), tool("sure")];

async function recordOf(options: BranchOptions = {}): Promise<readonly Entry[]> {
  const journal = memoryJournal();
  const branch = new Branch({ id: "b", journal, tools, ...options });
  await branch.add(createMessage({ id: "u", role: "user", content: "hi" }));
  await branch.act([ask("t"), ask("t")]);
  return journal.read("b").entries;
}

/** 1 message; of two calls 2 and 3 the proposals, 4 and 5 the intents, 6 and 7 the ends. */
const good = await recordOf();

const reading = (read: Journal["read"]): Journal => ({ ...forwarding(memoryJournal()), read });
const open = (entries: readonly unknown[], options: BranchOptions = {}) =>
  Branch.open({ ...options, id: "b", journal: reading(() => ({ entries: entries as readonly Entry[], next: null })) });

/** The record with another entry at a sequence. */
const changed = (sequence: number, change: (entry: Entry) => object) =>
  good.map((entry) => (entry.sequence === sequence ? { ...entry, ...change(entry) } : entry));
const body = (sequence: number, part: object) => changed(sequence, (entry) => ({ body: { ...(entry.body as object), ...part } }));
const outcome = (part: object) =>
  changed(6, ({ body }) => ({ body: { ...(body as object), outcome: { ...(body as { outcome: object }).outcome, ...part } } }));
const renumbered = (entries: readonly Entry[]) => entries.map((entry, index) => ({ ...entry, sequence: index + 1 }));
const next = (entry: Partial<Entry>) => [...good, { id: "new", kind: "note", at: 0, branchId: "b", sequence: 8, body: null, ...entry }];
const at = (sequence: number) => good[sequence - 1] as Entry;
const swapped = good.map((entry) => (entry.sequence === 4 ? at(6) : entry.sequence === 6 ? at(4) : entry));

test("the record that is changed here is a good one", async () => {
  expect(good.map(({ kind }) => kind.split(".")[1])).toEqual([
    "added",
    "proposed",
    "proposed",
    "intended",
    "intended",
    "settled",
    "settled",
  ]);
  expect(history(await open(good))).toEqual(["message", "t", "=1", "t", "=1"]);
  expect(history(await open(good.slice(0, -1)))).toEqual(["message", "t", "=1", "?t"]);
  expect(history(await open([]))).toEqual([]);
});

const broken: readonly [what: string, entries: readonly unknown[], sequence: number, says: RegExp][] = [
  ["the first entry is missing", good.slice(1), 1, /its sequence is 2/],
  ["a proposal is missing", good.filter(({ sequence }) => sequence !== 2), 2, /its sequence is 3/],
  ["an end is missing", good.filter(({ sequence }) => sequence !== 5), 5, /its sequence is 6/],
  ["reversed", [...good].reverse(), 1, /its sequence is 7/],
  ["two entries are swapped", swapped, 4, /its sequence is 6/],
  ["all entries twice", [...good, ...good], 8, /its sequence is 1/],
  ["a sequence that is no number", changed(3, () => ({ sequence: "3" })), 3, /its sequence is 3/],
  ["of another branch", good.map((entry) => ({ ...entry, branchId: "other" })), 1, /branch other/],
  ["one id twice", changed(3, () => ({ id: at(2).id })), 3, /same id/],
  ["no id", changed(3, () => ({ id: "" })), 3, /no id/],
  ["an id that is no text", changed(3, () => ({ id: 3 })), 3, /no id/],
  ["no kind", changed(3, () => ({ kind: null })), 3, /no kind/],
  ["null for an entry", [null], 1, /cannot be read/],
  ["a hostile entry", [hostile()], 1, /cannot be read/],
  ["a revoked entry", [revoked()], 1, /cannot be read/],
  ["one call settled twice", next({ kind: "call.settled", settles: at(6).settles, body: at(6).body }), 8, /a second time/],
  ["a settlement before its proposal", renumbered([at(1), at(6), at(2), at(4)]), 2, /nothing before it opened/],
  ["a settlement of what nothing proposed", next({ kind: "call.settled", settles: "x", body: at(6).body }), 8, /settles x, which nothing/],
  ["a settlement without a matter", changed(6, () => ({ settles: undefined })), 6, /ends the call/],
  ["a settlement of another call", changed(6, () => ({ settles: at(3).opens })), 6, /ends the call/],
  ["a settlement of the other request", body(6, { requestId: (at(3).body as { requestId: string }).requestId }), 6, /answers the request/],
  ["a settlement of a plain message", body(6, { requestId: "u" }), 6, /answers the request/],
  ["a proposal that opens nothing", changed(2, () => ({ opens: undefined })), 2, /opens undefined/],
  ["a proposal that opens another call", changed(2, () => ({ opens: "x" })), 2, /opens x/],
  ["one matter opened twice", next({ opens: at(2).opens }), 8, /a second time/],
  ["a matter that is no text", next({ opens: null as never }), 8, /not a text/],
  ["a matter settled that is no text", next({ settles: {} as never }), 8, /nothing before it opened/],
  ["a proposal of a plain message", renumbered([at(1), ...body(2, { requestId: "u", message: null }).slice(1, 2)]), 2, /u is no request/],
  ["an intent of a call that nobody proposed", renumbered([at(1), at(4)]), 2, /nothing before it proposed/],
  ["an outcome of no known kind", outcome({ kind: "banana" }), 6, /no valid outcome/],
  ["an outcome without a kind", outcome({ kind: undefined }), 6, /no valid outcome/],
  ["a success that did not run", outcome({ executed: "no" }), 6, /no valid outcome/],
  ["a failure without an error", outcome({ kind: "failed" }), 6, /no valid outcome/],
  ["a failure with a junk error", outcome({ kind: "failed", error: "x" }), 6, /no valid outcome/],
  ["a denial that perhaps ran", outcome({ kind: "denied", executed: "maybe", error: { code: "x", message: "" } }), 6, /no valid outcome/],
  ["an outcome that is null", body(6, { outcome: null }), 6, /no valid outcome/],
  ["an event that is empty", body(6, { event: {} }), 6, /no valid event/],
  ["an event that is null", body(6, { event: null }), 6, /no valid event/],
  ["an attempt that is none", body(6, { attempt: 0 }), 6, /no valid attempt/],
  ["an end without a call", body(6, { callId: undefined }), 6, /no valid callId/],
  ["a success without an output", body(6, { event: { execution: {} } }), 6, /does not fit/],
  ["a proposal without a function", body(2, { function: undefined }), 2, /no valid function/],
  ["a proposal without arguments", body(2, { arguments: undefined }), 2, /no valid arguments/],
  ["a proposal without a request", body(2, { requestId: "" }), 2, /no valid requestId/],
  ["a proposal with a junk correlation id", body(2, { correlationId: 1 }), 2, /no valid correlationId/],
  ["a proposal that may be redacted or not", body(2, { isRedacted: "no" }), 2, /no valid isRedacted/],
  ["a proposal with a junk batch", body(2, { batch: { id: "x", index: "0" } }), 2, /no valid batch/],
  ["a proposal with the message of another request", body(2, { message: { kind: "action_request", id: "other" } }), 2, /no valid message/],
  ["a proposal with a plain message", body(2, { message: { kind: "message", id: "u" } }), 2, /no valid message/],
  ["an intent without arguments", body(4, { arguments: [] }), 4, /no valid arguments/],
  ["an intent without an effect", body(4, { effect: null }), 4, /no valid effect/],
  ["an intent without a key", body(4, { idempotencyKey: undefined }), 4, /no valid idempotencyKey/],
  ["a message without an id", body(1, { id: undefined }), 1, /no valid id/],
  ["a message of no known kind", body(1, { kind: "x" }), 1, /no valid kind/],
  ["a message without content", body(1, { content: undefined }), 1, /no valid content/],
  ["a message without a role", body(1, { role: undefined }), 1, /does not fit/],
  ...([null, 1, "text", []] as Json[]).flatMap((junk) =>
    [1, 2, 4, 6].map((sequence): (typeof broken)[number] => [
      `the body ${JSON.stringify(junk)} at ${sequence}`,
      changed(sequence, () => ({ body: junk })),
      sequence,
      /its body is not that of/,
    ]),
  ),
];

describe("a record that no branch has written is refused", () => {
  test.each(broken)("%s", async (_, entries, sequence, says) => {
    const error = await rejection(open(entries));
    expect(error).toMatchObject({ name: "BranchError", code: "invalid_journal" });
    expect((error as Error).message).toMatch(new RegExp(`^the record of the branch b is invalid at sequence ${sequence}: `));
    expect((error as Error).message).toMatch(says);
  });

  test("with the cause where there is one", async () => {
    expect(await rejection(open(body(1, { role: 1 })))).toMatchObject({ cause: { code: "invalid_message" } });
  });

  test("an approval that belongs to no call, or opens something else", async () => {
    const record = await recordOf({ policy: () => ({ kind: "escalate", reason: "sure?" }) });
    const index = record.findIndex(({ kind }) => kind === "approval.requested");
    const withPart = (part: object) => record.map((entry, place) => (place === index ? { ...entry, ...part } : entry));
    expect(history(await open(record))).toEqual(["message", "?t", "?t"]);
    for (const part of [
      { opens: "x" },
      { opens: undefined },
      ...[{ callId: "x" }, { requestId: "u" }, { event: null }, { approvalId: 1 }].map((field) => ({
        body: { ...(record[index]?.body as object), ...field },
      })),
    ]) {
      expect(await rejection(open(withPart(part)))).toMatchObject({ code: "invalid_journal" });
    }
  });
});

describe("what a branch does not know is skipped", () => {
  test.each<[string, Partial<Entry>]>([
    ["a kind of the host's own", { kind: "note", body: null }],
    ["a kind of a newer version", { kind: "call.paused", body: { callId: 7 } }],
    ["a kind by the name of a member of every object", { kind: "__proto__" }],
    ["a matter of the host's own", { kind: "note", opens: "lunch" }],
  ])("%s", async (_, entry) => {
    expect(history(await open(next(entry)))).toEqual(history(await open(good)));
  });

  test("what it does not know of a body it knows", async () => {
    expect(history(await open(body(6, { later: 1 })))).toEqual(history(await open(good)));
  });
});

test("the record of the shipped transaction is read by it, and its faults are found", async () => {
  const record = await recordOf({ transaction: shipped });
  expect(record.map(({ kind }) => kind)).toContain("call.logged");
  expect(history(await open(record, { transaction: shipped }))).toEqual(["message", "t", "t", "=1", "=1"]);
  expect((await open(record, { transaction: shipped })).log).toHaveLength(2);
  for (const kind of ["call.logged", "message.added"]) {
    const junk = record.map((entry) => (entry.kind === kind ? { ...entry, body: null } : entry));
    expect(await rejection(open(junk, { transaction: shipped }))).toMatchObject({ code: "invalid_journal" });
  }
});

describe("pages", () => {
  const page = (entries: readonly Entry[], next: unknown): Page => ({ entries, next: next as number | null });

  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    [
      "a page that throws",
      {
        get entries(): never {
          throw new Error("keep out");
        },
      },
    ],
    ["a page without entries", { next: null }],
    ["a page whose entries are no list", { entries: { length: 0 }, next: null }],
    ["a page without next", { entries: [] }],
    ["a next that is a text", page([], "1")],
    ["a next that is where it began", page([], 0)],
    ["a next before it began", page([], -1)],
    ["a next that is no number", page(good, Number.NaN)],
    ["a next behind what there was", page(good, 9)],
    ["a next before the end of the page", page(good, 3)],
    ["an empty page that goes on", page([], 1)],
  ])("%s is refused", async (_, answer) => {
    const read = vi.fn(() => answer as Page);
    expect(await rejection(Branch.open({ id: "b", journal: reading(read) }))).toMatchObject({ code: "invalid_journal" });
    expect(read).toHaveBeenCalledTimes(1);
  });

  test("a page that skips entries is refused", async () => {
    const read: Journal["read"] = (_, { after = 0 } = {}) => (after === 0 ? page(good.slice(0, 2), 2) : page(good.slice(3), null));
    expect(await rejection(Branch.open({ id: "b", journal: reading(read) }))).toMatchObject({
      message: /at sequence 3: its sequence is 4/,
    });
  });

  test("what the journal throws passes as it is", async () => {
    const error = new Error("no connection");
    expect(await rejection(Branch.open({ id: "b", journal: reading(() => Promise.reject(error)) }))).toBe(error);
  });

  test("recovery does not follow openings for ever", async () => {
    const unsettled = vi.fn((): Page => ({ entries: [], next: 0 }));
    expect(await rejection(recover({ ...forwarding(memoryJournal()), unsettled }))).toMatchObject({ code: "invalid_journal" });
    expect(unsettled).toHaveBeenCalledTimes(1);
  });
});

test("an entry is read once: what was checked is what history has", async () => {
  const reads = vi.fn((target: object, name: PropertyKey) => Reflect.get(target, name));
  const [first] = good;
  await open([new Proxy(first as Entry, { get: reads })]);
  expect(reads.mock.calls.map(([, name]) => name).sort()).toEqual(["at", "body", "branchId", "id", "kind", "opens", "sequence", "settles"]);
});

test("a branch that cannot be read is let go", async () => {
  vi.useFakeTimers();
  try {
    const release = vi.fn();
    const journal: Journal = {
      ...reading(() => ({ entries: [at(2)], next: null })),
      capabilities: { durable: true, shared: true },
      acquire: () => ({ fence: 1, renew: () => true, release }),
    };
    expect(await rejection(Branch.open({ id: "b", journal }))).toMatchObject({ code: "invalid_journal" });
    expect(release).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
