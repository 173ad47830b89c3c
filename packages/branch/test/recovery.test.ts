import type { Tool } from "@acta/actions";
import type { Executor } from "@acta/actions/executor";
import { allow, type Effect, type Gate } from "@acta/governance";
import type { Journal } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test, vi } from "vitest";
import { Branch, type BranchOptions, recover } from "../src/index.js";
import { ask, deferred, ends, forwarding, history, never, rejection, tool } from "./support.js";

/** A journal that says that several processes may use it; the clock of its leases is the test's. */
function sharedJournal(clock = { now: 0 }): Journal {
  const journal = memoryJournal({ monotonic: () => clock.now });
  return forwarding(journal, { capabilities: { durable: true, shared: true } });
}

/** What a process leaves behind that dies while the tool runs; the number of runs goes on in the next process. */
async function crashed(effect: Effect, more: BranchOptions = {}) {
  const journal = memoryJournal();
  const runs: string[] = [];
  const dying = tool(
    "t",
    (_, { idempotencyKey }) => {
      runs.push(idempotencyKey);
      return never();
    },
    { effect },
  );
  void new Branch({ id: "b", journal, tools: [dying], ...more }).act(ask("t", { a: 1 }));
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  const living = (options: object = {}) =>
    tool(
      "t",
      (input, { idempotencyKey }) => {
        runs.push(idempotencyKey);
        return input;
      },
      { effect, ...options },
    );
  return { journal, runs, living };
}

const kinds = (models: readonly { readonly outcome: { readonly kind: string; readonly executed: string } }[]) =>
  models.map(({ outcome }) => `${outcome.kind} ${outcome.executed}`);

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

describe("a branch of a shared journal", () => {
  test("is held from its first call, and given back when it is closed", async () => {
    const journal = sharedJournal();
    const branch = new Branch({ id: "b", journal, tools: [tool("t")] });
    await branch.act(ask("t"));
    await expect(Branch.open({ id: "b", journal })).rejects.toMatchObject({ code: "branch_taken" });
    expect(await recover(journal, { branchId: "b" })).toEqual([]);
    await branch.close();
    await branch.close();
    await expect(branch.act(ask("t"))).rejects.toMatchObject({ code: "closed" });
    const next = await Branch.open({ id: "b", journal, tools: [tool("t")] });
    expect(ends(await next.act(ask("t")))).toHaveLength(1);
    await next.close();
  });

  test("whose process slept past its lease writes nothing any more", async () => {
    const clock = { now: 0 };
    const journal = sharedJournal(clock);
    const runs: number[] = [];
    const counting = tool("t", () => runs.push(1));
    const sleeper = new Branch({ id: "b", journal, tools: [counting], leaseMs: 1_000 });
    await sleeper.act(ask("t"));
    clock.now = 1_000;
    const next = await Branch.open({ id: "b", journal, tools: [counting] });
    const [model] = await sleeper.act(ask("t"));
    expect(model?.outcome).toMatchObject({ kind: "denied", error: { code: "journal_unavailable" } });
    expect(runs).toHaveLength(1);
    await next.close();
    await sleeper.close();
  });

  test("renews its lease while it lives, and keeps no timer when it is closed", async () => {
    vi.useFakeTimers();
    try {
      const clock = { now: 0 };
      const journal = sharedJournal(clock);
      const branch = await Branch.open({ id: "b", journal, leaseMs: 900 });
      for (let passed = 0; passed < 3_000; passed += 300) {
        clock.now += 300;
        await vi.advanceTimersByTimeAsync(300);
      }
      await expect(Branch.open({ id: "b", journal })).rejects.toMatchObject({ code: "branch_taken" });
      await branch.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("that is closed while it is being taken is given back", async () => {
    const journal = sharedJournal();
    const acquire = journal.acquire.bind(journal);
    const slow = Object.assign(journal, { acquire: async (...given: Parameters<typeof acquire>) => acquire(...given) });
    const branch = new Branch({ id: "b", journal: slow, tools: [tool("t")] });
    const acting = branch.act(ask("t"));
    await branch.close();
    await expect(acting).rejects.toMatchObject({ code: "closed" });
    await (await Branch.open({ id: "b", journal: slow })).close();
  });

  test("that is closed writes nothing, whatever it is asked for", async () => {
    const left = await crashed("unsafe");
    const branch = await Branch.open({ id: "b", journal: left.journal });
    await branch.close();
    await expect(branch.recover()).rejects.toMatchObject({ code: "closed" });
    const begun = new Branch({ id: "c", journal: left.journal, tools: [tool("t")] });
    await begun.act(ask("t"));
    const acting = begun.act(ask("t"));
    await begun.close();
    expect(ends(await acting)).toHaveLength(1);
    await expect(begun.act(ask("t"))).rejects.toMatchObject({ code: "closed" });
  });

  test("waits for its running calls when it is closed", async () => {
    let finish: (value: number) => void = () => {};
    const slow = tool("t", () => new Promise<number>((resolve) => (finish = resolve)));
    const branch = new Branch({ id: "b", journal: sharedJournal(), tools: [slow] });
    const acting = branch.act(ask("t"));
    await vi.waitFor(() => expect(branch.messages.openRequests).toHaveLength(1));
    const closing = branch.close();
    finish(1);
    expect(ends(await acting)).toHaveLength(1);
    await closing;
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

describe("an executor that was required by a policy, and keeps what it was handed", () => {
  const required: Gate = () => allow({ obligations: { executor: "keeper", redact: ["token"], maxResultBytes: 60 } });
  const after = async (attach: NonNullable<Executor["attach"]>, tools: readonly Tool[] = [tool("t")]) => {
    const keeper: Executor = { name: "keeper", capabilities: { offLoop: true, killable: false, remote: true }, execute: never, attach };
    const journal = memoryJournal();
    const options = { policy: required, executors: [keeper], tools };
    void new Branch({ id: "b", journal, ...options, tools: [tool("t")] }).act([ask("t"), ask("t")]);
    await vi.waitFor(() => expect(journal.read("b").entries).toHaveLength(4));
    const recovered = await recover(journal, options);
    return {
      recovered,
      settled: journal.read("b").entries.filter(({ kind }) => kind === "call.settled"),
      left: journal.unsettled().entries,
    };
  };

  test("is asked what became of it, and what obliged the call holds for the answer", async () => {
    const output = { token: "secret", text: "x".repeat(100) };
    const { recovered, settled } = await after(() => ({ kind: "returned", output }));
    expect(kinds(recovered)).toEqual(["succeeded yes", "succeeded yes"]);
    const texts = JSON.stringify(settled);
    expect([texts.includes("secret"), texts.includes('"truncated":true'), texts.includes('"redact":["token"]')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("the answer is postprocessed by the tool itself, also where it is an instance of a class, and within its time", async () => {
    class Keeping {
      readonly name = "t";
      readonly description = "t";
      readonly input = tool("t").input;
      readonly timeoutMs = 20;
      #factor = 10;
      run() {
        return 1;
      }
      postprocess(output: number) {
        return output === 0 ? never() : output * this.#factor;
      }
      isFailure() {
        return this.#factor === 0;
      }
    }
    let next = 1;
    const { recovered } = await after(() => ({ kind: "returned", output: next-- }), [new Keeping()]);
    expect(kinds(recovered)).toEqual(["succeeded yes", "timed_out unknown"]);
    expect(recovered[0]?.output).toBe(10);
  });

  test.each([null, undefined, 1, "done", {}, []])("and answers %o: the calls are ambiguous, all of them", async (answer) => {
    const { recovered, left } = await after(() => answer as never);
    expect(kinds(recovered)).toEqual(["ambiguous unknown", "ambiguous unknown"]);
    expect(left).toEqual([]);
  });
});

test("a branch that is closed while it is being taken is given back before it is closed", async () => {
  const journal = sharedJournal();
  const gate = deferred();
  const slow = forwarding(journal, {
    acquire: async (...given) => {
      await gate.promise;
      return journal.acquire(...given);
    },
  });
  const branch = new Branch({ id: "b", journal: slow, tools: [tool("t")] });
  const acting = rejection(branch.act(ask("t")));
  const closing = branch.close();
  gate.resolve();
  await closing;
  expect((await Branch.open({ id: "b", journal })).id).toBe("b");
  expect(await acting).toMatchObject({ code: "closed" });
});
