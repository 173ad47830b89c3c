import type { Tool } from "@acta/actions";
import { escalate, type Policy } from "@acta/governance";
import { PolicySet } from "@acta/governance/snapshot";
import type { Journal } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ActionResponseModel, type ApprovalRefusal, type ApproveOptions, Branch, type BranchOptions } from "../src/index.js";
import { ask, deferred, end, ends, forwarding, never, rejection, slowSchema, steps, tool, watch } from "./support.js";

const asEnd = (answer: ActionResponseModel | ApprovalRefusal) => ("outcome" in answer ? end(answer) : answer.code);
const again = ["escalated", "no", "approval_required"];
const done = ["succeeded", "yes", null];

/** A version of a policy that one person may approve for. */
const sure = (version: string, ...approvers: string[]): Policy => ({ id: "sure", version, decide: () => escalate("sure?", { approvers }) });

/** The branch's calls; `approve` decides about the one that waits. */
function arrange(options: Parameters<typeof watch>[0]) {
  const ran: unknown[] = [];
  const watched = watch({ tools: [tool("pay", (input) => void ran.push(input))], ...options });
  const { branch } = watched;
  const approve = async (more: ApproveOptions) => asEnd(await branch.approve((await branch.approvals())[0]?.id ?? "", more));
  return { ...watched, ran, approve };
}

describe("an approval counts for those alone who may give it for what is judged", () => {
  const byAmount: Policy = {
    id: "amounts",
    version: "1",
    decide: ({ arguments: { cents } }) =>
      Number(cents) < 1_000 ? escalate("small", { approvers: ["intern"] }) : escalate("large", { approvers: ["treasurer"] }),
  };

  test("arguments that are edited into what somebody else decides about wait for that person", async () => {
    const { branch, approve, ran } = arrange({ policy: byAmount });
    await branch.act(ask("pay", { cents: 5 }));
    expect(await approve({ by: "intern", arguments: { cents: 900_000 } })).toEqual(again);
    expect([await approve({ by: "intern" }), ran]).toEqual(["not_allowed", []]);
    expect([await approve({ by: "treasurer" }), ran]).toEqual([done, [{ cents: 900_000 }]]);
  });

  test("so do arguments that a processor changes", async () => {
    const ran: unknown[] = [];
    const pay = tool("pay", (input) => void ran.push(input), { preprocess: () => ({ cents: 900_000 }) as never });
    const { branch, approve } = arrange({ policy: byAmount, tools: [pay] });
    await branch.act(ask("pay", { cents: 5 }));
    expect([await approve({ by: "intern" }), ran]).toEqual([again, []]);
    expect([await approve({ by: "treasurer" }), ran]).toEqual([done, [{ cents: 900_000 }]]);
  });

  test("a call whose approver died with it and whose policy has changed waits for whom the new one names", async () => {
    const journal = memoryJournal();
    const dies = deferred();
    const append: Journal["append"] = (id, entries, options) => {
      if (entries[0]?.kind !== "call.intended") return journal.append(id, entries, options);
      dies.resolve();
      return never();
    };
    const { branch, approve } = arrange({ policy: sure("1", "intern"), wrap: () => forwarding(journal, { append }) });
    await branch.act(ask("pay"));
    void approve({ by: "intern" });
    await dies.promise;
    let runs = 0;
    const next = await Branch.open({ id: "branch", journal, tools: [tool("pay", () => ++runs)], policy: sure("2", "treasurer") });
    expect(ends(await next.recover())).toEqual([again]);
    const decide = async (by: string) => asEnd(await next.approve((await next.approvals())[0]?.id ?? "", { by }));
    expect([await decide("intern"), runs]).toEqual([again, 0]);
    expect([await decide("treasurer"), runs]).toEqual([done, 1]);
  });

  test("policies that are swapped while the approval is stored ask whom they name", async () => {
    const set = await PolicySet.load(() => [sure("1", "intern")]);
    const storing = deferred();
    const stored = deferred();
    const { branch, approve, ran } = arrange({
      policy: set,
      wrap: (journal) =>
        forwarding(journal, {
          append: async (id, entries, options) => {
            if (entries[0]?.kind === "approval.decided") {
              storing.resolve();
              await stored.promise;
            }
            return journal.append(id, entries, options);
          },
        }),
    });
    await branch.act(ask("pay"));
    const approving = approve({ by: "intern" });
    await storing.promise;
    await set.swap(() => [sure("2", "treasurer")]);
    stored.resolve();
    expect([await approving, ran]).toEqual([again, []]);
  });
});

test("a second approval goes on from the arguments of the first, which it shows", async () => {
  const ran: unknown[] = [];
  const pay = tool("pay", (input) => void ran.push(input), {
    preprocess: (input) =>
      Number((input as { n: number }).n) < 100 ? ({ n: Number((input as { n: number }).n) * 10 } as never) : undefined,
  });
  const policy: Policy = {
    id: "big",
    version: "1",
    decide: ({ arguments: { n }, approval }) => (Number(n) < 200 && approval ? true : escalate("?")),
  };
  const { branch, approve } = arrange({ tools: [pay], policy });
  await branch.act(ask("pay", { n: 15 }));
  expect(await approve({ by: "ada", arguments: { n: 30 } })).toEqual(again);
  expect((await branch.approvals())[0]?.arguments).toEqual({ n: 300 });
  expect([await approve({ by: "ada" }), ran]).toEqual([done, [{ n: 300 }]]);
});

describe("what takes time before an approval is taken", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
  afterEach(() => void vi.useRealTimers());

  /** Of arguments that were edited the schema says nothing until it is told; `asked` resolves when it is asked. */
  async function waiting(options: BranchOptions = {}, more: Partial<Tool> = {}) {
    const asked = deferred();
    const valid = deferred<unknown>();
    const input = slowSchema(async (value) => {
      if (!Object.hasOwn(value as object, "edited")) return value;
      asked.resolve();
      return valid.promise;
    });
    const policy: Policy = { id: "brief", version: "1", decide: () => escalate("sure?", { expiresInMs: 500 }) };
    const watched = arrange({ policy, tools: [tool("pay", () => null, { input, ...more })], gateTimeoutMs: 50, ...options });
    const acting = watched.branch.act(ask("pay"));
    await vi.advanceTimersByTimeAsync(1);
    await acting;
    return { ...watched, asked: asked.promise, valid };
  }
  const edited = { by: "ada", arguments: { edited: true } };

  test("a schema that hangs refuses, and nothing is decided", async () => {
    const { branch, approve, asked } = await waiting();
    const approving = approve(edited);
    await asked;
    await vi.advanceTimersByTimeAsync(50);
    expect([await approving, (await branch.approvals()).length, vi.getTimerCount()]).toEqual(["invalid_arguments", 1, 0]);
    await branch.close();
  });

  test("so does one that takes longer than its tool may", async () => {
    const { branch, approve, asked } = await waiting({ gateTimeoutMs: 5_000 }, { timeoutMs: 20 });
    const approving = approve(edited);
    await asked;
    await vi.advanceTimersByTimeAsync(20);
    expect([await approving, (await branch.approvals()).length, vi.getTimerCount()]).toEqual(["invalid_arguments", 1, 0]);
  });

  test("nor is it after an abort, before or meanwhile", async () => {
    const watched = await waiting();
    const before = watched.approve({ by: "ada", signal: AbortSignal.abort(new Error("gone")) });
    expect(await rejection(before)).toMatchObject({ message: "gone" });
    const controller = new AbortController();
    const meanwhile = rejection(watched.approve({ ...edited, signal: controller.signal }));
    await watched.asked;
    controller.abort(new Error("enough"));
    expect(await meanwhile).toMatchObject({ message: "enough" });
    expect([(await watched.branch.approvals()).length, steps(watched)]).toEqual([1, ["proposed", "requested"]]);
  });

  test("an approval that expires meanwhile is not taken", async () => {
    const { branch, approve, asked, valid } = await waiting({ gateTimeoutMs: 1_000 });
    const approving = approve(edited);
    await asked;
    await vi.advanceTimersByTimeAsync(500);
    valid.resolve({ edited: true });
    expect([await approving, await branch.approvals()]).toEqual(["expired", []]);
  });

  test("what `onEscalate` approves instead is held to the same", async () => {
    const policy: Policy = { id: "sure", decide: () => escalate("sure?") };
    const hangs = slowSchema(async (value) => (Object.hasOwn(value as object, "edited") ? never() : value));
    const { branch } = arrange({
      policy,
      tools: [tool("pay", () => null, { input: hangs })],
      gateTimeoutMs: 50,
      onEscalate: () => ({ edited: true }),
    });
    const acting = branch.act(ask("pay"));
    await vi.advanceTimersByTimeAsync(51);
    expect(ends(await acting)).toEqual([["denied", "no", "escalation_failed"]]);
  });
});
