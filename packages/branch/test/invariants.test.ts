import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ActionResponseModel, BranchViews, corrected, RecordLost, type Scope, type Transaction } from "../src/index.js";
import { checkInvariants } from "./invariants/check-invariants.js";
import { forgetsIntents, observe, type Variant } from "./invariants/observe.js";
import { type Scenario, scenario } from "./invariants/scenario.js";

beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] }));
afterAll(() => void vi.useRealTimers());

test("10,000 random calls keep every promise", async () => {
  const counts = { calls: 0, lost: 0, unrecorded: 0, unsafe: 0, retried: 0 };
  const kinds = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(scenario, async (plan) => {
      const observation = await observe(plan);
      expect(checkInvariants(observation)).toEqual([]);
      const models = observation.acts.flatMap((acted) => acted.models ?? []);
      counts.calls += plan.acts.flat().length;
      counts.lost += observation.acts.filter(({ thrown }) => RecordLost.isInstance(thrown)).length;
      counts.unrecorded += models.filter(
        ({ response, outcome }) => response === null && outcome.error?.code === "journal_unavailable",
      ).length;
      counts.unsafe += observation.runs.filter(({ effect }) => effect === "unsafe").length;
      counts.retried += observation.runs.filter(({ attempt }) => attempt > 1).length;
      for (const { kind, body } of observation.entries) {
        const end = kind === "approval.requested" ? "escalated" : (body as { outcome?: { kind: string } }).outcome?.kind;
        if (end !== undefined) kinds.set(end, (kinds.get(end) ?? 0) + 1);
      }
    }),
    { numRuns: 640 },
  );
  expect(counts.calls).toBeGreaterThanOrEqual(10_000);
  // The exceptions stay rare, and the rest was not idle.
  expect(counts.lost).toBeLessThan(counts.calls / 50);
  expect(counts.unrecorded).toBeLessThan(counts.calls / 20);
  expect(counts.unsafe).toBeGreaterThan(500);
  expect(counts.retried).toBeGreaterThan(100);
  for (const kind of ["succeeded", "failed", "rejected", "denied", "escalated", "deferred", "timed_out", "skipped", "cancelled"]) {
    expect(kinds.get(kind) ?? 0).toBeGreaterThan(5);
  }
}, 30_000);

describe("a branch that breaks a promise is caught", () => {
  const plain: Partial<Scenario> = { fault: null, abortAt: null, suppressErrors: true, siblings: "isolate" };

  /** What is found in some scenarios without faults of their own. */
  async function findings(variant: Variant): Promise<string[]> {
    const found: string[] = [];
    for (const plan of fc.sample(scenario, { numRuns: 30, seed: 7 }))
      found.push(...checkInvariants(await observe({ ...plan, ...plain }, variant)));
    return found;
  }

  const broken = (act: Transaction["act"]): Variant => ({ transaction: { ...corrected, act } });

  test("the same scenarios without a fault have no findings", async () => {
    expect(await findings({})).toEqual([]);
  });

  test("one that drops a settlement from history", async () => {
    class Forgetful extends BranchViews {
      constructor(private readonly inner: BranchViews) {
        super(undefined, inner.messages, inner.log, inner.openCalls);
      }
      override fold(entry: Parameters<BranchViews["fold"]>[0]) {
        return entry.kind === "call.settled" && entry.sequence % 3 === 0 ? null : this.inner.fold(entry);
      }
    }
    const found = await findings(broken((scope, ...rest) => corrected.act({ ...scope, views: new Forgetful(scope.views) }, ...rest)));
    expect(found.some((problem) => problem.endsWith("has 0 responses"))).toBe(true);
    expect(found).toContain("history is another when it is rebuilt");
  });

  test("one that answers twice", async () => {
    const twice: Transaction["act"] = async (scope, envelopes, options) => {
      const models = await corrected.act(scope, [...envelopes, ...envelopes], options);
      return models.slice(0, envelopes.length);
    };
    const found = await findings(broken(twice));
    expect(found.some((problem) => problem.endsWith("no act answered for it"))).toBe(true);
  });

  test("one that reports a failure as a success", async () => {
    const lie = (model: ActionResponseModel): ActionResponseModel =>
      model.outcome.kind === "failed"
        ? ({ ...model, success: true, outcome: { kind: "succeeded", executed: "yes" } } as ActionResponseModel)
        : model;
    const found = await findings(broken(async (scope: Scope, ...rest) => (await corrected.act(scope, ...rest)).map(lie)));
    expect(found.some((problem) => problem.includes("history says false,failed"))).toBe(true);
  });

  test("one whose intents are not stored", async () => {
    const found = await findings({ wrap: forgetsIntents });
    expect(found.some((problem) => problem.endsWith("ran without a stored intent"))).toBe(true);
  });

  test("one that tries again what is unsafe", async () => {
    const again: Transaction["act"] = (scope, ...rest) => {
      const views = scope.actions.tools.find(({ name }) => name === "unsafe");
      if (views) Object.assign(views, { effect: "read" });
      return corrected.act(scope, ...rest);
    };
    const found = await findings({ ...broken(again) });
    expect(found.some((problem) => problem.includes("is unsafe and ran"))).toBe(true);
  });
});
