import type { ExplainingPolicy } from "../explain/explained-rules.js";
import type { Obligation } from "./obligation.js";
import type { World } from "./world.js";

const limit = (id: string, requirement: string, body: (world: World) => Promise<void>): Obligation => ({
  id: `limit.${id}`,
  requirement,
  needs: ["stateful"],
  body,
});

/** How many more calls a policy allows that has allowed as many as it may. */
const more = (world: World, policy: Parameters<World["allowed"]>[0]) => world.allowed(policy, world.calls());

export const limitObligations: readonly Obligation[] = [
  limit("holds", "Up to the limit it allows, and past it no more.", async (world) => {
    const policy = await world.create();
    await world.fill(policy);
    world.equal(await more(world, policy), 0, "how many calls are allowed past the limit");
  }),
  limit("repeat", "A call that is asked about again counts once.", async (world) => {
    const policy = await world.create();
    const calls = world.calls();
    world.equal(
      await world.allowed(
        policy,
        calls.flatMap((call) => [call, call]),
      ),
      2 * calls.length,
      "how often it allows, asking twice each",
    );
    world.equal(await world.allowed(policy, calls), calls.length, "how often it allows the same calls at the limit");
    world.equal(await more(world, policy), 0, "how many other calls are allowed past the limit");
  }),
  limit("at-once", "Of more calls at once than it may allow, it allows as many as it may.", async (world) => {
    const policy = await world.create();
    const calls = world.calls(world.limit.admits + 3);
    const kinds = await Promise.all(calls.map((call) => world.kind(policy, call)));
    world.equal(kinds.filter((kind) => kind === "allow").length, world.limit.admits, "how many are allowed");
  }),
  limit("released", "What was not executed is given back.", async (world) => {
    const policy = await world.create();
    const [first, ...others] = await world.fill(policy);
    await world.settle(policy, first ? [first] : [], "no");
    await world.settle(policy, others, "yes");
    world.equal(await more(world, policy), 1, "how many calls are allowed after one was given back");
  }),
  limit("executed", "What was executed stays counted.", async (world) => {
    const policy = await world.create();
    await world.settle(policy, await world.fill(policy), "yes");
    world.equal(await more(world, policy), 0, "how many calls are allowed after all were executed");
  }),
  limit("unknown", "What may have been executed stays counted.", async (world) => {
    const policy = await world.create();
    await world.settle(policy, await world.fill(policy), "unknown");
    world.equal(await more(world, policy), 0, "how many calls are allowed after all may have been executed");
  }),
  limit("settled-twice", "A call that is settled twice is given back once.", async (world) => {
    const policy = await world.create();
    const [first] = await world.fill(policy);
    await world.settle(policy, first ? [first, first] : [], "no");
    world.equal(await more(world, policy), 1, "how many calls are allowed after one was given back twice");
  }),
  limit("refused", "A call that was refused has nothing to give back.", async (world) => {
    const policy = await world.create();
    await world.fill(policy);
    const refused = world.calls();
    world.equal(await world.allowed(policy, refused), 0, "how many calls are allowed past the limit");
    await world.settle(policy, refused, "no");
    world.equal(await more(world, policy), 0, "how many calls are allowed after refused ones were settled");
  }),
  limit("stranger", "A call that it was never asked about has nothing to give back.", async (world) => {
    const policy = await world.create();
    await world.fill(policy);
    await world.settle(policy, world.calls(), "no");
    world.equal(await more(world, policy), 0, "how many calls are allowed after unknown ones were settled");
  }),
  limit("unenforced", "Where nothing is enforced, nothing is remembered.", async (world) => {
    const policy = await world.create();
    const tried = world.calls(2);
    world.equal(await world.allowed(policy, tried, false), tried.length, "how many trials it would allow");
    await world.fill(policy);
  }),
];

export const explainedLimit: Obligation = {
  id: "explain.no-trace",
  requirement: "To explain a call leaves no trace.",
  needs: ["stateful", "explains"],
  async body(world) {
    const policy = await world.createBare();
    for (const call of world.calls(2)) await (policy as ExplainingPolicy).explain(call);
    await world.fill(policy);
  },
};
