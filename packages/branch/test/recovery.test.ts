import type { Effect } from "@acta/governance";
import type { Journal } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test, vi } from "vitest";
import { Branch, recover } from "../src/index.js";
import { crashed, kinds } from "./recovery-support.js";
import { ask, ends, forwarding, history, never, tool } from "./support.js";

describe("a call that was running when its process died", () => {
  test.each<[Effect, boolean, string, number]>([
    ["unsafe", false, "ambiguous unknown", 1],
    ["unsafe", true, "ambiguous unknown", 1],
    ["idempotent", false, "ambiguous unknown", 1],
    ["idempotent", true, "succeeded yes", 2],
    ["read", true, "succeeded yes", 2],
  ])("%s, rerun %s: %s", async (effect, rerun, end, runs) => {
    const left = await crashed(effect);
    const recovered = await recover(left.journal, { tools: [left.living()], rerun });
    expect(kinds(recovered)).toEqual([end]);
    expect(left.runs).toHaveLength(runs);
    expect(new Set(left.runs).size).toBe(1);
    expect(left.journal.unsettled().entries).toEqual([]);
    const branch = await Branch.open({ id: "b", journal: left.journal });
    expect(branch.messages.openRequests).toEqual([]);
    expect(branch.log).toHaveLength(1);
  });

  test.each<[string, unknown, string]>([
    ["done", () => "done", "succeeded yes"],
    ["not done", () => "not_done", "skipped no"],
    ["unknown", () => "unknown", "ambiguous unknown"],
    ["junk", () => ({ done: true }), "ambiguous unknown"],
    [
      "a throw",
      () => {
        throw new Error("down");
      },
      "ambiguous unknown",
    ],
    ["a rejection", () => Promise.reject(new Error("down")), "ambiguous unknown"],
  ])("whose tool says: %s", async (_, reconcile, end) => {
    const left = await crashed("unsafe");
    expect(kinds(await recover(left.journal, { tools: [left.living({ reconcile })] }))).toEqual([end]);
    expect(left.runs).toHaveLength(1);
  });

  test("is run again, whatever its effect, where the tool knows that nothing happened", async () => {
    const left = await crashed("unsafe");
    const tools = [left.living({ reconcile: () => "not_done" })];
    expect(kinds(await recover(left.journal, { tools, rerun: true }))).toEqual(["succeeded yes"]);
    expect(left.runs).toHaveLength(2);
  });

  test("is taken up once, however often the branch is recovered at the same time", async () => {
    const left = await crashed("unsafe");
    const branch: Branch = await Branch.open({
      id: "b",
      journal: left.journal,
      tools: [
        left.living({
          reconcile: async () => {
            await branch.recover({ rerun: true });
            return "not_done";
          },
        }),
      ],
    });
    const both = await Promise.all([branch.recover({ rerun: true }), branch.recover({ rerun: true })]);
    expect(kinds(both.flat())).toEqual(["succeeded yes"]);
    expect(left.runs).toHaveLength(2);
  });

  test("is not run under its idempotency key with other arguments than before", async () => {
    const left = await crashed("idempotent");
    const changed = left.living({ preprocess: () => ({ a: 2 }) });
    expect(kinds(await recover(left.journal, { tools: [changed], rerun: true }))).toEqual(["ambiguous unknown"]);
    expect(left.runs).toHaveLength(1);
  });

  test("is asked about no longer than gateTimeoutMs", async () => {
    const left = await crashed("unsafe");
    vi.useFakeTimers();
    try {
      const recovering = recover(left.journal, { tools: [left.living({ reconcile: never })], gateTimeoutMs: 1_000 });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(kinds(await recovering)).toEqual(["ambiguous unknown"]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is authorized again before it runs again; a denial leaves it ambiguous", async () => {
    const left = await crashed("idempotent");
    const attempts: number[] = [];
    const policy = ({ attempt }: { readonly attempt: number }) => attempts.push(attempt) < 0;
    expect(kinds(await recover(left.journal, { tools: [left.living()], rerun: true, policy }))).toEqual(["ambiguous unknown"]);
    expect(attempts).toEqual([2]);
    expect(left.runs).toHaveLength(1);
  });

  test("is never run by a tool that has become unsafe, or is gone", async () => {
    const changed = await crashed("idempotent");
    expect(kinds(await recover(changed.journal, { tools: [changed.living({ effect: "unsafe" })], rerun: true }))).toEqual([
      "ambiguous unknown",
    ]);
    const gone = await crashed("idempotent");
    expect(kinds(await recover(gone.journal, { rerun: true }))).toEqual(["ambiguous unknown"]);
  });
});

describe("what else a dead process leaves", () => {
  test("a call without an intent never started", async () => {
    const journal = memoryJournal();
    void new Branch({ id: "b", journal, tools: [tool("t")], policy: never }).act([ask("t", { a: 1 }), ask("t", { a: 2 })]);
    const recovered = await recover(journal, { tools: [tool("t")], rerun: true });
    expect(recovered.map(({ outcome }) => outcome)).toMatchObject([
      { kind: "skipped", executed: "no", error: { code: "never_started" } },
      { kind: "skipped", executed: "no", error: { code: "never_started" } },
    ]);
    expect(history(await Branch.open({ id: "b", journal }))).toHaveLength(4);
  });

  test("a call that waits for an approval keeps waiting", async () => {
    const journal = memoryJournal();
    await new Branch({ id: "b", journal, tools: [tool("t")], policy: () => ({ kind: "escalate", reason: "ask" }) }).act(ask("t"));
    expect(await recover(journal, { tools: [tool("t")] })).toEqual([]);
    expect((await Branch.open({ id: "b", journal })).messages.openRequests).toHaveLength(1);
  });

  test("recovered twice, or by two at once, each call ends once", async () => {
    const left = await crashed("unsafe");
    const both = await Promise.all([recover(left.journal, {}), recover(left.journal, {})]);
    expect(kinds(both.flat())).toEqual(["ambiguous unknown", "ambiguous unknown"]);
    expect(await recover(left.journal, {})).toEqual([]);
    expect(left.journal.read("b", { kinds: ["call.settled"] }).entries).toHaveLength(1);
  });

  test("a branch that another process takes meanwhile is left to it, and the others are recovered", async () => {
    const journal = memoryJournal();
    for (const id of ["a", "b"]) void new Branch({ id, journal, tools: [tool("t", never)] }).act(ask("t"));
    await vi.waitFor(() => expect(journal.read("b", { kinds: ["call.intended"] }).entries).toHaveLength(1));
    const overtaken = forwarding(journal, {
      append: (id, entries) => (id === "a" ? { kind: "fenced", fence: 9 } : journal.append(id, entries)),
    });
    expect((await recover(overtaken, {})).map(({ branchId }) => branchId)).toEqual(["b"]);
  });

  test("only the branch that is asked for", async () => {
    const left = await crashed("unsafe");
    expect(await recover(left.journal, { branchId: "other" })).toEqual([]);
    expect(await recover(left.journal, { branchId: "b" })).toMatchObject([{ branchId: "b" }]);
  });

  test("is told like any other end", async () => {
    const left = await crashed("unsafe");
    const branch = await Branch.open({ id: "b", journal: left.journal });
    const points: string[] = [];
    branch.on("tool.error", ({ toolName }) => void points.push(toolName));
    expect(ends(await branch.recover())).toHaveLength(1);
    expect(points).toEqual([]);
    expect(await branch.recover()).toEqual([]);
  });
});

describe("B08: a recovery that is aborted", () => {
  const stop = new Error("user stop");

  async function leftTwo() {
    const journal = memoryJournal();
    const begun: string[] = [];
    const dying = tool(
      "t",
      () => {
        begun.push("t");
        return never();
      },
      { effect: "idempotent" },
    );
    for (const id of ["a", "b"]) void new Branch({ id, journal, tools: [dying] }).act([ask("t"), ask("t")]);
    await vi.waitFor(() => expect(begun).toHaveLength(4));
    return journal;
  }
  const open = (journal: Journal) => (journal.unsettled() as { entries: readonly unknown[] }).entries.length;

  test("stops what it runs again, whose tool has the reason, and leaves the rest to the next", async () => {
    const journal = await leftTwo();
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const heeding = tool(
      "t",
      (_, { signal }) => {
        signal.addEventListener("abort", () => reasons.push(signal.reason));
        queueMicrotask(() => controller.abort(stop));
        return never();
      },
      { effect: "idempotent" },
    );
    const recovering = recover(journal, { tools: [heeding], rerun: true, signal: controller.signal });
    expect(await recovering.catch((error) => error)).toBe(stop);
    expect([reasons, open(journal)]).toEqual([[stop], 3]);
    const next = await recover(journal, { tools: [tool("t", () => 1, { effect: "idempotent" })], rerun: true });
    expect([kinds(next), open(journal)]).toEqual([["succeeded yes", "succeeded yes", "succeeded yes"], 0]);
  });

  test("says of no call that nobody knows, only because nobody waited for the answer", async () => {
    const journal = await leftTwo();
    const controller = new AbortController();
    const asked = tool("t", () => 1, {
      effect: "idempotent",
      reconcile: () => {
        controller.abort(stop);
        return never();
      },
    });
    expect(await recover(journal, { tools: [asked], signal: controller.signal }).catch((error) => error)).toBe(stop);
    expect(await recover(journal, { tools: [asked], signal: controller.signal }).catch((error) => error)).toBe(stop);
    expect(open(journal)).toBe(4);
    const knows = tool("t", () => 1, { effect: "idempotent", reconcile: () => "done" });
    expect(kinds(await recover(journal, { tools: [knows] }))).toEqual(Array.from({ length: 4 }, () => "succeeded yes"));
  });
});
