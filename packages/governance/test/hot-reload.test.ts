import { deferred } from "@acta/test-kit";
import { expect, test } from "vitest";
import { createCallContext } from "../src/call-context.js";
import type { Decision } from "../src/decision.js";
import { evaluate } from "../src/evaluate.js";
import type { Policy } from "../src/policy.js";
import { PolicySet } from "../src/snapshot.js";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const [reloads, calls, firstDenyAll] = [200, 20_000, 191];
const callsPerReload = calls / reloads;

/** Opened when the deny-all is acknowledged. */
const latch = deferred();

/** Calls are answered at once, a turn later, or not before the deny-all; what a version says is in its reason. */
const versioned = (version: number): Policy => ({
  id: "reloaded",
  version: `${version}`,
  decide({ arguments: { index } }) {
    const answer: Decision = { kind: version < firstDenyAll ? "allow" : "deny", reason: `${version}` };
    if (Number(index) % 100 === 99) return latch.promise.then(() => answer);
    return Number(index) % 2 === 0 ? answer : turn().then(() => answer);
  },
});

const callOf = (index: number) => createCallContext({ function: "f", arguments: { index }, callId: `${index}`, at: 0 });

test("200 reloads during 20,000 decisions: each names exactly one snapshot, and after a deny-all nothing is allowed", async () => {
  const set = await PolicySet.load(() => [versioned(0)]);
  /** Which version each digest stands for. */
  const versions = new Map([[set.version, "0"]]);
  const decided: { readonly decision: Decision; readonly asked: "before" | "after"; readonly answered: "before" | "after" }[] = [];
  let denyAll: "before" | "after" = "before";
  const ask = async (index: number) => {
    const asked = denyAll;
    const decision = await evaluate(set, callOf(index));
    decided.push({ decision, asked, answered: denyAll });
  };
  const reload = async (version: number) => {
    const swap = await set.swap(() => [versioned(version)]);
    if (version === firstDenyAll) {
      denyAll = "after";
      latch.resolve();
    }
    if (swap.kind === "swapped") versions.set(swap.digest, `${version}`);
    return swap.kind;
  };
  const pending: Promise<void>[] = [];
  const swaps: string[] = [];
  for (let version = 1; version <= reloads; version++) {
    for (let index = 0; index < callsPerReload; index++) pending.push(ask(version * callsPerReload + index));
    swaps.push(await reload(version));
  }
  await Promise.all(pending);

  expect(decided).toHaveLength(calls);
  expect(new Set(swaps)).toEqual(new Set(["swapped"]));
  expect(decided.filter(({ decision }) => versions.get(decision.snapshot ?? "") !== decision.reason)).toEqual([]);
  const answeredAfter = decided.filter(({ answered }) => answered === "after");
  expect(answeredAfter.filter(({ decision }) => decision.kind !== "deny")).toEqual([]);
  // Controls: some of these had been asked before, and until then calls were allowed, under nearly every snapshot.
  expect(answeredAfter.filter(({ asked }) => asked === "before").length).toBeGreaterThan(100);
  const allowed = decided.filter(({ decision }) => decision.kind === "allow");
  expect(new Set(allowed.map(({ decision }) => decision.snapshot)).size).toBeGreaterThan(firstDenyAll / 2);
}, 60_000);

test("control: a policy that stays with the rules it had when it was asked allows after a deny-all", async () => {
  let current = versioned(0);
  const careless: Policy = { id: "careless", decide: (call, options) => current.decide(call, options) };
  const answer = evaluate(careless, callOf(3));
  current = versioned(firstDenyAll);
  expect(await answer).toMatchObject({ kind: "allow" });
});
