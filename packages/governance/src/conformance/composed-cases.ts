import { combine, evaluateAll } from "../combine.js";
import { abstain, allow, type Decision, deny, escalate } from "../decision.js";
import { shadow } from "../shadow.js";
import type { Obligation } from "./obligation.js";

const strictness: readonly Decision["kind"][] = ["abstain", "allow", "escalate", "defer", "deny"];
const stricter = (one: Decision["kind"], other: Decision["kind"]) => (strictness.indexOf(one) > strictness.indexOf(other) ? one : other);

export const composedObligations: readonly Obligation[] = [
  {
    id: "combined.strictest",
    requirement: "Beside another policy, the stricter of both answers counts, whatever their order.",
    async body(world) {
      for (const [kind, make] of world.examples) {
        for (const other of [deny("no"), escalate("ask"), allow(), abstain()]) {
          const expected = stricter(kind, other.kind);
          const policy = await world.createBare();
          for (const policies of [
            [policy, () => other],
            [() => other, policy],
          ]) {
            const found = await world.kind(combine(policies), make(), false);
            world.equal(found, expected === "abstain" ? "deny" : expected, `the answer of ${kind} beside ${other.kind}`);
          }
        }
      }
    },
  },
  {
    id: "shadowed.reports",
    requirement: "On trial it reports what it would answer, and its answer counts for nothing.",
    async body(world) {
      for (const [kind, make] of world.examples) {
        const reported: Decision["kind"][] = [];
        const trial = shadow(await world.createBare(), (_, decision) => void reported.push(decision.kind));
        const decision = await evaluateAll([trial, () => true], make());
        world.equal([decision?.kind, reported], ["allow", [kind]], `the trial of the example of ${kind}`);
      }
    },
  },
  {
    id: "shadowed.no-trace",
    requirement: "On trial it remembers nothing.",
    needs: ["stateful"],
    async body(world) {
      const policy = await world.createBare();
      const trial = shadow(policy, () => {});
      for (const call of world.calls(2)) await world.ask(trial, call);
      await world.fill(policy);
    },
  },
];
