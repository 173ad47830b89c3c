import { escalate, type Gate, type Policy } from "@acta/governance";
import type { Entry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { createActionRequest } from "@acta/messages";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  type ActionResponseModel,
  type ApprovalRefusal,
  type ApprovalRequestedBody,
  Branch,
  type BranchOptions,
  recover,
} from "../src/index.js";
import { ask, deferred, end, ends, first, forwarding, history, rejection, statuses, steps, tool, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000 }));
afterEach(() => void vi.useRealTimers());

const sure: Policy = { id: "sure", version: "1", decide: () => escalate("sure?", { approvers: ["ada", "grace"], expiresInMs: 500 }) };
const by = { by: "ada" };

/** A branch with one call that waits; `ran` has what ran. */
async function arrange(options: BranchOptions & { readonly asked?: unknown } = {}) {
  const ran: unknown[] = [];
  const { asked = { n: 1 }, ...rest } = options;
  const echo = tool("t", (input) => {
    ran.push(input);
    return input;
  });
  const watched = watch({ policy: sure, tools: [echo], ...rest });
  const { branch } = watched;
  const models = await branch.act(ask("t", asked));
  const [approval] = await branch.approvals();
  return { ...watched, ran, models, id: approval?.id ?? "", approval, echo };
}

/** What the record says of the approval. */
const asked = (entries: () => readonly Entry[]) =>
  entries().find(({ kind }) => kind === "approval.requested")?.body as ApprovalRequestedBody;

const asEnd = (answer: ActionResponseModel | ApprovalRefusal) => ("outcome" in answer ? end(answer) : answer.code);

describe("a call that waits", () => {
  test("is open, with everything that somebody who decides has to know", async () => {
    const { branch, approval, models, ran } = await arrange();
    expect(ends(models)).toEqual([["escalated", "no", "approval_required"]]);
    expect(approval).toEqual({
      id: `${models[0]?.callId}:1:approval`,
      callId: models[0]?.callId,
      requestId: models[0]?.requestId,
      tool: "t",
      arguments: { n: 1 },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      reason: "sure?",
      approvers: ["ada", "grace"],
      expiresAt: 1_500,
    });
    expect([history(branch), ran]).toEqual([["?t"], []]);
  });

  test(
    "runs when it is approved, as the next attempt of the same request, which gets its one response",
    verifies("D5.escalate"),
    async () => {
      const watched = await arrange();
      const { branch, id, models, ran } = watched;
      const answer = await branch.approve(id, { ...by, note: "fine" });
      expect(answer).toMatchObject({
        success: true,
        output: { n: 1 },
        attempt: 2,
        callId: models[0]?.callId,
        requestId: models[0]?.requestId,
      });
      expect([history(branch), ran, statuses(branch)]).toEqual([["t", '={"n":1}'], [{ n: 1 }], ["skipped", "completed"]]);
      expect(steps(watched)).toEqual(["proposed", "requested", "decided", "attempted", "intended", "settled"]);
      expect(await branch.approvals()).toEqual([]);
    },
  );

  test("tells its policy who approved", async () => {
    const seen: unknown[] = [];
    const policy: Gate = (call) => {
      seen.push(call.approval);
      return escalate("sure?");
    };
    const { branch, id } = await arrange({ policy });
    await branch.approve(id, { ...by, note: "fine" });
    expect(seen).toEqual([null, { id, by: "ada", note: "fine" }]);
  });

  test("is denied when it is rejected", async () => {
    const { branch, id, ran } = await arrange();
    expect(asEnd(await branch.reject(id, { ...by, note: "too dear" }))).toEqual(["denied", "no", "escalation_refused"]);
    expect([history(branch), ran]).toEqual([["t", "!escalation_refused"], []]);
  });

  test("is denied when the request is withdrawn, and so is every other; what nobody acted on is skipped", async () => {
    const { branch } = await arrange();
    await branch.act(ask("t", { n: 2 }));
    await branch.add(createActionRequest({ id: "idle", function: "t", arguments: {} }));
    expect(ends(await branch.withdraw("the user left"))).toEqual([
      ["denied", "no", "escalation_refused"],
      ["denied", "no", "escalation_refused"],
      ["skipped", "no", "aborted"],
    ]);
    expect(branch.messages.openRequests).toEqual([]);
    expect(await branch.withdraw("again")).toEqual([]);
  });

  test("of a batch resumes on its own, in any order", async () => {
    const { branch } = watch({
      policy: (call) => call.function === "free" || escalate("sure?"),
      tools: [tool("t", (input) => input), tool("free")],
    });
    await branch.act([ask("t", { n: 0 }), ask("free"), ask("t", { n: 2 })]);
    expect(history(branch)).toEqual(["?t", "free", "=null", "?t"]);
    const [one, two] = await branch.approvals();
    await branch.approve(two?.id ?? "", by);
    await branch.reject(one?.id ?? "", by);
    expect(history(branch)).toEqual(["t", "!escalation_refused", "free", "=null", "t", '={"n":2}']);
  });
});

describe("a policy that is asked again", () => {
  const limited: Gate = ({ attributes, parentCallId, arguments: { n } }) => {
    const { limit } = attributes;
    if (typeof limit !== "number" || parentCallId !== "parent") return { kind: "deny", reason: "nobody vouched for a limit" };
    return Number(n) > limit ? { kind: "deny", reason: "too much" } : escalate("sure?");
  };

  async function asked(effect: "unsafe" | "idempotent" = "unsafe", run: () => unknown = () => 1) {
    const { branch, journal } = watch({ policy: limited, tools: [tool("t", run, { effect })] });
    await branch.act(ask("t", { n: 1 }), { attributes: { limit: 1 }, parentCallId: "parent" });
    const [approval] = await branch.approvals();
    return { branch, journal, id: approval?.id ?? "" };
  }

  test("has the facts that the host vouches for now, and the parent of the call: B19", async () => {
    const { branch, id } = await asked();
    expect(asEnd(await branch.approve(id, { ...by, attributes: { limit: 1 } }))).toEqual(["succeeded", "yes", null]);
    const without = await asked();
    expect(asEnd(await without.branch.approve(without.id, by))).toEqual(["denied", "no", "gate_denied"]);
  });

  test.each([null, 1, "{}", new Date(0)])("facts that are %o are refused as an option", async (attributes) => {
    const { branch, id } = await asked();
    expect(await rejection(branch.approve(id, { ...by, attributes: attributes as never }))).toMatchObject({ code: "invalid_options" });
    expect(await branch.approvals()).toHaveLength(1);
  });

  test.each([
    [{ limit: 1 }, ["succeeded", "yes", null]],
    [undefined, ["ambiguous", "unknown", "lost"]],
  ])("has them in recovery, too: %j", async (attributes, expected) => {
    const { branch, journal, id } = await asked("idempotent", () => new Promise(() => {}));
    void branch.approve(id, { ...by, attributes: { limit: 1 } });
    await vi.waitFor(() => expect(journal.read("branch").entries.at(-1)?.kind).toBe("call.intended"));
    const tools = [tool("t", () => 1, { effect: "idempotent" })];
    expect(ends(await recover(journal, { policy: limited, tools, rerun: true, attributes }))).toEqual([expected]);
  });
});

describe("edited arguments", () => {
  const positive = z.object({ n: z.number().positive() }) as never;

  test("run in place of what was asked, which history keeps", async () => {
    const { branch, id, ran, echo } = await arrange();
    void echo;
    expect(asEnd(await branch.approve(id, { ...by, arguments: { n: 7 } }))).toEqual(["succeeded", "yes", null]);
    expect(ran).toEqual([{ n: 7 }]);
    expect(branch.messages.messages[0]?.content).toMatchObject({ arguments: { n: 1 } });
  });

  test("that the schema refuses approve nothing, and the call goes on waiting", async () => {
    const { branch, id } = await arrange({ tools: [tool("t", (input) => input, { input: positive })] });
    expect(asEnd(await branch.approve(id, { ...by, arguments: { n: -1 } }))).toBe("invalid_arguments");
    expect(asEnd(await branch.approve(id, by))).toEqual(["succeeded", "yes", null]);
  });

  test("are authorized again: a policy that denies them is obeyed", async () => {
    const policy: Gate = (call) => (call.arguments.n === 7 ? { kind: "deny", reason: "seven" } : escalate("sure?"));
    const { branch, id, ran } = await arrange({ policy });
    expect(asEnd(await branch.approve(id, { ...by, arguments: { n: 7 } }))).toEqual(["denied", "no", "gate_denied"]);
    expect([ran, history(branch)]).toEqual([[], ["t", "!gate_denied"]]);
  });

  test.each([
    ["a class instance", new Date(0)],
    ["a text", "{}"],
  ])("%s is refused as an option", async (_, given) => {
    const { branch, id } = await arrange();
    expect(await rejection(branch.approve(id, { ...by, arguments: given as never }))).toMatchObject({ code: "invalid_options" });
  });
});

describe("an approval is refused", () => {
  test("of an id that nobody asked for", async () => {
    const { branch, id } = await arrange();
    for (const other of ["", "x", "__proto__", `${id}x`]) expect(asEnd(await branch.approve(other, by))).toBe("unknown");
  });

  test("from somebody who may not, whose refusal does not count either", async () => {
    const { branch, id, ran } = await arrange();
    expect(asEnd(await branch.approve(id, { by: "mallory" }))).toBe("not_allowed");
    expect(asEnd(await branch.reject(id, { by: "mallory" }))).toBe("not_allowed");
    expect([ran, history(branch)]).toEqual([[], ["?t"]]);
  });

  test.each([{}, { by: "" }, { by: 1 }, { by: "ada", nonsense: 1 }, null])("from %o, who is nobody", async (options) => {
    const { branch, id } = await arrange();
    expect(await rejection(branch.approve(id, options as never))).toMatchObject({ code: "invalid_options" });
  });

  test("twice", async () => {
    const { branch, id, ran } = await arrange();
    await branch.approve(id, by);
    expect([asEnd(await branch.approve(id, by)), asEnd(await branch.reject(id, by)), ran.length]).toEqual(["unknown", "unknown", 1]);
  });

  test("while another is at it: one of eight wins", async () => {
    const { branch, id, ran } = await arrange();
    const answers = await Promise.all(Array.from({ length: 8 }, () => branch.approve(id, by)));
    expect(answers.map(asEnd).filter((answer) => answer === "settled")).toHaveLength(7);
    expect(ran).toHaveLength(1);
  });

  test("when it has expired, and the call is denied", async () => {
    const { branch, id, ran } = await arrange();
    vi.setSystemTime(1_500);
    expect(asEnd(await branch.approve(id, by))).toBe("expired");
    expect([ran, history(branch)]).toEqual([[], ["t", "!escalation_expired"]]);
  });

  test("a moment before that it holds", async () => {
    const { branch, id } = await arrange();
    vi.setSystemTime(1_499);
    expect(asEnd(await branch.approve(id, by))).toEqual(["succeeded", "yes", null]);
  });

  describe("when what it was asked for has changed", () => {
    const changed: readonly [what: string, change: Omit<BranchOptions, "id" | "journal">][] = [
      ["the version of a policy", { policy: { ...sure, version: "2" } }],
      ["the policies", { policy: { ...sure, id: "other" } }],
      ["what the tool says that it does", { tools: [tool("t", (input) => input, { description: "another" })] }],
      ["the arguments that the tool takes", { tools: [tool("t", (input) => input, { input: z.object({ n: z.number() }) as never })] }],
      ["the effect of the tool", { tools: [tool("t", (input) => input, { effect: "read" })] }],
      ["the tool is gone", { tools: [] }],
    ];
    test.each(changed)("%s", async (_, change) => {
      const { journal, id, branch: before, ran } = await arrange();
      await before.close();
      const branch = await Branch.open({ id: "branch", journal, policy: sure, tools: [tool("t", (input) => ran.push(input))], ...change });
      expect(asEnd(await branch.approve(id, by))).toBe("changed");
      expect([ran, history(branch)]).toEqual([[], ["?t"]]);
    });

    test("nothing: it holds, after a restart too", verifies("D5.escalate"), async () => {
      const { journal, id, branch: before, ran } = await arrange();
      await before.close();
      const branch = await Branch.open({ id: "branch", journal, policy: sure, tools: [tool("t", (input) => ran.push(input))] });
      expect(asEnd(await branch.approve(id, by))).toEqual(["succeeded", "yes", null]);
      expect(ran).toEqual([{ n: 1 }]);
    });

    test("the recorded arguments", async () => {
      const { journal, id, entries } = await arrange();
      const other = memoryJournal();
      for (const entry of entries()) {
        const { branchId: _, sequence: __, ...rest } = entry;
        const body = entry.kind === "approval.requested" ? { ...(entry.body as object), arguments: { n: 2 } } : entry.body;
        other.append("branch", [{ ...rest, body }]);
      }
      void journal;
      const branch = await Branch.open({ id: "branch", journal: other, policy: sure, tools: [tool("t", (input) => input)] });
      expect(asEnd(await branch.approve(id, by))).toBe("changed");
    });
  });

  test("where not all of what was asked is kept, unless it is approved with arguments", async () => {
    const ran: unknown[] = [];
    const secret = tool("t", (input) => void ran.push(input), { redact: { input: ["key"] } });
    const { branch, id, approval } = await arrange({ tools: [secret], asked: { key: "s3cret" } });
    expect(approval?.arguments).toEqual({ key: "<redacted>" });
    expect(asEnd(await branch.approve(id, by))).toBe("incomplete");
    expect(asEnd(await branch.approve(id, { ...by, arguments: { key: "other" } }))).toEqual(["succeeded", "yes", null]);
    expect(ran).toEqual([{ key: "other" }]);
    expect(JSON.stringify(branch.log)).not.toContain("other");
  });
});

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

describe("B25: recovery of a branch that waited for an approval when it was opened", () => {
  async function opened(run: () => unknown) {
    const before = await arrange();
    await before.branch.close();
    const branch = await Branch.open({ id: "branch", journal: before.journal, policy: sure, tools: [tool("t", run)] });
    return { ...before, branch };
  }

  test("leaves alone what was approved here and still runs", async () => {
    const gate = deferred();
    let ran = 0;
    const { branch, id, ...rest } = await opened(() => {
      ran++;
      return gate.promise;
    });
    const approving = branch.approve(id, by);
    await vi.waitFor(() => expect(ran).toBe(1));
    expect(await branch.recover({ rerun: true })).toEqual([]);
    expect(await branch.approvals()).toEqual([]);
    gate.resolve();
    expect(asEnd(await approving)).toEqual(["succeeded", "yes", null]);
    expect([ran, steps({ branch, ...rest })]).toEqual([1, ["proposed", "requested", "decided", "attempted", "intended", "settled"]]);
  });

  test.each(["approve", "reject"] as const)("adds nothing to a call that somebody decided with %s", async (decide) => {
    const { branch, id, journal, ...rest } = await opened(() => 1);
    await branch[decide](id, by);
    const before = steps({ branch, journal, ...rest });
    expect(await branch.recover()).toEqual([]);
    expect(steps({ branch, journal, ...rest })).toEqual(before);
    expect([journal.unsettled().entries, branch.diagnostics.size]).toEqual([[], 0]);
  });
});

test("an approval that another branch of the same journal has decided is shown no longer", async () => {
  const { branch, id, journal } = await arrange();
  const other = await Branch.open({ id: "branch", journal, policy: sure, tools: [tool("t")] });
  await other.reject(id, by);
  expect(asEnd(await branch.approve(id, by))).toBe("settled");
  expect(await branch.approvals()).toEqual([]);
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

const versionless: Policy = {
  id: "versionless",
  decide: sure.decide,
  get version(): never {
    throw new Error("no version");
  },
};
test.each<[string, object, Policy]>([
  ["policy throws when its version is read", {}, versionless],
  ["tool has a description that is no text", { description: 1n }, sure],
])("a call whose %s waits, can be refused, and cannot be approved", async (_, ofTool, policy) => {
  const { branch, diagnostics } = watch({ policy, tools: [tool("t", () => 1, ofTool)] });
  expect(ends(await branch.act(ask("t")))).toEqual([["escalated", "no", "approval_required"]]);
  const [approval] = await branch.approvals();
  expect(await branch.approve(approval?.id ?? "", by)).toMatchObject({ code: "changed" });
  expect(await branch.reject(approval?.id ?? "", by)).toMatchObject({ outcome: { kind: "denied" } });
  expect([branch.messages.openRequests, diagnostics]).toEqual([[], []]);
});
