import { escalate, type Gate } from "@acta/governance";
import { createActionRequest } from "@acta/messages";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Branch, recover } from "../src/index.js";
import { arrange, asEnd, by, sure } from "./approvals-support.js";
import { ask, deferred, ends, history, rejection, statuses, steps, tool, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000 }));
afterEach(() => void vi.useRealTimers());

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
