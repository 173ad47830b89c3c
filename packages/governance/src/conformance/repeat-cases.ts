import type { Obligation } from "./obligation.js";
import { underOtherClock } from "./other-clock.js";

/** How many ask at once. */
const crowd = 25;

export const repeatObligations: readonly Obligation[] = [
  {
    id: "repeat.same-call",
    requirement: "The same call, asked again, has the same answer.",
    async body(world) {
      for (const [kind, make] of world.examples) {
        const [policy, call] = [await world.create(), make()];
        const first = await world.ask(policy, call);
        for (let turn = 0; turn < 3; turn++) {
          const { kind: found, rule } = await world.ask(policy, call);
          world.equal([found, rule], [first.kind, first.rule], `a later answer to the example of ${kind}`);
        }
      }
    },
  },
  {
    id: "repeat.other-arguments",
    requirement: "A call that is judged again with other arguments is judged by these.",
    async body(world) {
      for (const [, makeFirst] of world.examples) {
        for (const [kind, make] of world.examples) {
          const [policy, first] = [await world.create(), makeFirst()];
          await world.ask(policy, first);
          const again = Object.freeze({ ...make(), callId: first.callId });
          world.equal(await world.kind(policy, again), kind, `the answer to the example of ${kind}, as a call that was judged before`);
        }
      }
    },
  },
  {
    id: "repeat.other-policy",
    requirement: "Two policies that have seen nothing answer alike.",
    async body(world) {
      for (const [kind, make] of world.examples) {
        const call = make();
        const [one, other] = [await world.ask(await world.create(), call), await world.ask(await world.create(), call)];
        world.equal([other.kind, other.rule], [one.kind, one.rule], `the second answer to the example of ${kind}`);
      }
    },
  },
  {
    id: "repeat.at-once",
    requirement: "Calls that are asked about at the same time are answered as one at a time.",
    async body(world) {
      const policy = await world.create();
      const calls = Array.from({ length: crowd }, () => world.examples.map(([kind, make]) => ({ kind, call: make() }))).flat();
      const found = await Promise.all(calls.map(({ call }) => world.kind(policy, call, false)));
      world.equal(
        found,
        calls.map(({ kind }) => kind),
        "the answers",
      );
    },
  },
  {
    id: "time.call-at",
    requirement: "Time is `call.at`: on a day of another year, the answer is the same.",
    async body(world) {
      for (const [kind, make] of world.examples) {
        const call = make();
        const now = await world.ask(await world.create(), call);
        const then = await underOtherClock(async () => world.ask(await world.create(), call));
        world.equal([then.kind, then.rule], [now.kind, now.rule], `the answer to the example of ${kind} in another year`);
      }
    },
  },
  {
    id: "unenforced.same-answer",
    requirement: "Where nothing is enforced, the answer is the one that would be.",
    async body(world) {
      for (const [kind, make] of world.examples) {
        world.equal(await world.kind(await world.create(), make(), false), kind, `the answer to the example of ${kind}`);
      }
    },
  },
  {
    id: "settle.accepted",
    requirement: "It takes note of every end of a call without throwing, also of one that it has never seen.",
    async body(world) {
      for (const executed of ["no", "yes", "unknown"] as const) {
        for (const [, make] of world.examples) {
          const [policy, call] = [await world.create(), make()];
          await world.ask(policy, call);
          await world.settle(policy, [call, make()], executed);
        }
      }
    },
  },
];
