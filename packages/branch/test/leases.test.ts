import type { Journal } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test, vi } from "vitest";
import { Branch, recover } from "../src/index.js";
import { crashed } from "./recovery-support.js";
import { ask, deferred, ends, forwarding, rejection, tool } from "./support.js";

/** A journal that says that several processes may use it; the clock of its leases is the test's. */
function sharedJournal(clock = { now: 0 }): Journal {
  const journal = memoryJournal({ monotonic: () => clock.now });
  return forwarding(journal, { capabilities: { durable: true, shared: true } });
}

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
