import { executorCase } from "./world.js";

export const offLoopCases = [
  executorCase(
    "off-loop.free",
    "While a tool works, the loop of its caller turns.",
    async (world) => {
      let turns = 0;
      let isOver = false;
      const working = world.run("work", { forMs: 100 }).finally(() => {
        isOver = true;
      });
      const turning = async () => {
        for (; !isOver && turns < 10; turns++) await new Promise((resolve) => setTimeout(resolve, 1));
      };
      await Promise.all([working, turning()]);
      world.ok(turns >= 10, `the loop turned 10 times while the tool worked; it turned ${turns} times`);
    },
    ["offLoop"],
  ),

  executorCase(
    "crash.vanish",
    "When whoever runs the tool is gone, the call is lost, and the next one is answered.",
    async (world) => {
      const result = await world.run("vanish");
      world.equal(result.kind, "lost", "how it ends");
      await world.goesOn();
    },
    ["offLoop"],
  ),

  executorCase(
    "crash.stray",
    "An error that nobody catches ends the call, not its caller.",
    async (world) => {
      const result = await world.run("stray");
      world.ok(result.kind === "lost" || result.kind === "threw", `it is lost, or threw; it ${result.kind}`);
      await world.goesOn();
    },
    ["killable"],
  ),
];
