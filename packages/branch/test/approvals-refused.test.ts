import type { Policy } from "@acta/governance";
import { memoryJournal } from "@acta/journal/memory";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Branch, type BranchOptions } from "../src/index.js";
import { arrange, asEnd, by, sure } from "./approvals-support.js";
import { ask, ends, history, rejection, tool, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000 }));
afterEach(() => void vi.useRealTimers());

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
