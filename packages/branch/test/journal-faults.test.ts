import type { Journal, NewEntry } from "@acta/journal";
import { type Fault, faultyJournal } from "@acta/journal/testing";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Branch, RecordLost, SessionObserver } from "../src/index.js";
import { ask, asynchronous, end, ends, first, history, never, rejection, statuses, steps, tool, toolHooks, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A journal that answers to one kind of entry with a fault, so often. */
const faulty = (kind: string, fault: Fault, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  return (journal: Journal) => faultyJournal(journal, (_, [entry]) => (entry?.kind === kind && left-- > 0 ? fault : undefined));
};

/** `faultyJournal` fails at once; this one fails when it is awaited. */
const failingLate =
  (kind: string) =>
  (journal: Journal): Journal => ({
    ...asynchronous(journal),
    append: (branchId: string, entries: readonly NewEntry[]) =>
      entries[0]?.kind === kind ? Promise.reject(new Error("the disk is gone")) : asynchronous(journal).append(branchId, entries),
  });

const kinds: readonly (readonly [string, (kind: string) => (journal: Journal) => Journal])[] = [
  ["an append that throws", (kind) => faulty(kind, "fail")],
  ["an append that rejects", failingLate],
  ["an append whose answer is lost", (kind) => faulty(kind, "lose_answer")],
  [
    "another process has the branch",
    (kind) => (journal) => ({
      ...asynchronous(journal),
      append: (branchId, entries) => (entries[0]?.kind === kind ? { kind: "fenced", fence: 2 } : journal.append(branchId, entries)),
    }),
  ],
];

describe.each(kinds)("%s", (name, wrapFor) => {
  const isStoredAnyway = name === "an append whose answer is lost";

  test.each(["single", "batch"] as const)("at the proposal: denied, nothing in history, nothing runs: %s", async (mode) => {
    let runs = 0;
    const observer = new SessionObserver();
    const told: unknown[] = [];
    const policy = { id: "p", decide: () => true, settle: (_: unknown, { executed }: { executed: string }) => void told.push(executed) };
    const watched = watch({ wrap: wrapFor("call.proposed"), observer, policy, tools: [tool("t", () => ++runs)] });
    const requests = mode === "single" ? [ask("t")] : [ask("t"), ask("nope")];
    const acting = watched.branch.act(requests, { suppressErrors: false });
    await vi.advanceTimersByTimeAsync(1_000);
    const models = await acting;
    for (const model of models) {
      expect(end(model)).toEqual(["denied", "no", "journal_unavailable"]);
      expect(model.output).toEqual({ error: "denied: journal unavailable", function: model.function });
      expect(model.response).toBeNull();
    }
    expect([runs, history(watched.branch), watched.branch.log, observer.stored.filter(({ kind }) => kind !== "hook")]).toEqual([
      0,
      [],
      [],
      [],
    ]);
    expect(told).toEqual(["no"]);
    expect(watched.diagnostics.map(({ code }) => code)).toEqual(["journal_failed"]);
  });

  test("at the intent: denied, and settled so that the intent does not stay open", async () => {
    let runs = 0;
    const watched = watch({ wrap: wrapFor("call.intended"), tools: [tool("t", () => ++runs)] });
    const model = first(await watched.branch.act(ask("t"), { suppressErrors: false }));
    expect(end(model)).toEqual(["denied", "no", "journal_unavailable"]);
    expect([runs, history(watched.branch), statuses(watched.branch)]).toEqual([0, ["t", "!journal_unavailable"], ["skipped"]]);
    expect(toolHooks(watched)).toEqual(["tool.pre", "tool.error"]);
    expect(steps(watched)).toEqual(isStoredAnyway ? ["proposed", "intended", "settled"] : ["proposed", "settled"]);
    expect(watched.journal.unsettled().entries).toEqual([]);
  });

  test("at the settlement", async () => {
    let runs = 0;
    const watched = watch({ wrap: wrapFor("call.settled"), tools: [tool("t", () => ++runs)] });
    const acting = watched.branch.act(ask("t")).then(
      (models) => models,
      (error: RecordLost) => error,
    );
    await vi.advanceTimersByTimeAsync(1_000);
    const result = await acting;
    expect(runs).toBe(1);
    if (!RecordLost.isInstance(result)) throw new Error("it was answered");
    expect(result).toMatchObject({ code: "record_lost", event: { execution: { status: "completed", response: 1 } } });
    expect(steps(watched)).toEqual(isStoredAnyway ? ["proposed", "intended", "settled"] : ["proposed", "intended"]);
    expect(history(watched.branch)).toEqual(["?t"]);
    await result.event?.fresh().invoke();
    expect(runs).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("an intent that is stored before its proposal has failed runs nothing", async () => {
  let runs = 0;
  const failing = (journal: Journal): Journal => ({
    ...asynchronous(journal),
    append: (_, entries) =>
      entries[0]?.kind === "call.proposed"
        ? new Promise((_resolve, reject) => setTimeout(() => reject(new Error("too late")), 10))
        : { kind: "appended", entries: entries.map((entry) => ({ ...entry, branchId: "branch", sequence: 1 })) },
  });
  const watched = watch({ wrap: failing, tools: [tool("t", () => ++runs)] });
  const acting = watched.branch.act(ask("t"));
  await vi.advanceTimersByTimeAsync(10);
  expect(ends(await acting)).toEqual([["denied", "no", "journal_unavailable"]]);
  expect([runs, history(watched.branch)]).toEqual([0, []]);
});

test("the log is in the order of the record, whichever answer was lost", async () => {
  const watched = watch({ wrap: faulty("call.settled", "lose_answer", 1), tools: [tool("a"), tool("b")] });
  const acting = watched.branch.act([ask("a"), ask("b")]);
  await vi.advanceTimersByTimeAsync(1_000);
  await acting;
  const names = (branch: Branch) => branch.log.map((event) => (event as { function: string }).function);
  expect(names(watched.branch)).toEqual(["a", "b"]);
  expect(names(await Branch.open({ id: "branch", journal: watched.journal }))).toEqual(["a", "b"]);
});

describe("a settlement that is stored at last", () => {
  test.each<[Fault, number]>([
    ["fail", 1],
    ["fail", 3],
    ["lose_answer", 1],
  ])("%s, %s times: one entry, one response, no second run", verifies("D2.emit-and-log"), async (fault, times) => {
    let runs = 0;
    const watched = watch({ wrap: faulty("call.settled", fault, times), tools: [tool("t", () => ++runs)] });
    const acting = watched.branch.act(ask("t"));
    await vi.advanceTimersByTimeAsync(25 + 25 + 100 + 400);
    expect(ends(await acting)).toEqual([["succeeded", "yes", null]]);
    expect([runs, steps(watched), history(watched.branch), watched.branch.log.length]).toEqual([
      1,
      ["proposed", "intended", "settled"],
      ["t", "=1"],
      1,
    ]);
    expect(watched.diagnostics[0]?.code).toBe("journal_failed");
  });
});

describe("RecordLost", () => {
  test("the branch refuses further calls; other branches do not", async () => {
    const watched = watch({ wrap: faulty("call.settled", "fail"), tools: [tool("t")] });
    const acting = rejection(watched.branch.act(ask("t")));
    await vi.advanceTimersByTimeAsync(1_000);
    const lost = await acting;
    expect(await rejection(watched.branch.act(ask("t")))).toBe(lost);
    expect(await new Branch({ tools: [tool("t")] }).act(ask("t"))).toHaveLength(1);
  });

  test("in a batch: nothing more starts, what runs ends, and it is thrown whatever else failed", async () => {
    let lost: string | undefined;
    const ran: string[] = [];
    const wrap = (journal: Journal) =>
      faultyJournal(journal, (_, [entry]) => {
        if (entry?.settles === undefined) return undefined;
        lost ??= entry.settles;
        return entry.settles === lost ? "fail" : undefined;
      });
    const watched = watch({ wrap, tools: [tool("a", () => ran.push("a")), tool("b", () => ran.push("b"))] });
    const acting = rejection(watched.branch.act([ask("a"), ask("b")], { strategy: "sequential", suppressErrors: true }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(RecordLost.isInstance(await acting)).toBe(true);
    expect(ran).toEqual(["a"]);
    expect(history(watched.branch)).toEqual(["?a", "b", "!aborted"]);
  });

  test("a journal that is closed loses at once", async () => {
    const watched = watch({});
    watched.branch.actions.register(tool("t", () => watched.journal.close()));
    expect(RecordLost.isInstance(await rejection(watched.branch.act(ask("t"))))).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("settled elsewhere meanwhile", () => {
  /** Settles every open call as a recoverer would. */
  const recover = (watched: ReturnType<typeof watch>, outcome: object, response: unknown = null) => {
    for (const { opens = "", body } of watched.journal.unsettled().entries) {
      const { requestId } = body as { requestId: string };
      const event = { id: `${opens}:1`, execution: { status: "completed", response } };
      const settled = { callId: opens, attempt: 1, requestId, event, outcome, decision: null } as never;
      watched.journal.append("branch", [{ id: `${opens}:recovered`, kind: "call.settled", at: 1, settles: opens, body: settled }]);
    }
  };

  test.each([
    ["a success that failed here", true],
    ["a failure that succeeded here", false],
  ])("the first end counts, and the own one is quarantined: %s", async (_, isSuccess) => {
    const outcome = isSuccess
      ? { kind: "succeeded", executed: "yes" }
      : { kind: "ambiguous", executed: "unknown", error: { code: "lost", message: "gone" } };
    const observer = new SessionObserver();
    const watched = watch({ observer });
    watched.branch.actions.register(
      tool("t", () => {
        recover(watched, outcome, "theirs");
        if (isSuccess) throw new Error("mine");
        return "mine";
      }),
    );
    const model = first(await watched.branch.act(ask("t")));
    expect(end(model)[0]).toBe(outcome.kind);
    expect(model.output).toBe(isSuccess ? "theirs" : null);
    expect(history(watched.branch)).toEqual(["t", isSuccess ? '="theirs"' : "!lost"]);
    expect(watched.diagnostics.map(({ code }) => code)).toEqual(["quarantined"]);
    const posts = watched.hooks.filter(({ point }) => point === "tool.post").map(({ payload }) => payload.output);
    expect(posts).toEqual(isSuccess ? ["theirs"] : []);
    expect(JSON.stringify(observer.stored.find(({ kind }) => kind === "event"))).not.toContain("mine");
    expect(steps(watched).filter((step) => step === "settled")).toHaveLength(1);
  });
});

test("an attempt is not held up by a journal that hangs on its notice", async () => {
  let runs = 0;
  const broken = tool("t", () => ++runs > 1 || Promise.reject(new Error("no")), { effect: "read" });
  const watched = watch({ wrap: faulty("call.attempted", "hang"), tools: [broken, tool("never", never)] });
  expect(ends(await watched.branch.act(ask("t"), { batch: { retry: { attempts: 2 } } }))).toEqual([["succeeded", "yes", null]]);
  expect(steps(watched)).toEqual(["proposed", "intended", "intended", "settled"]);
});
