import { executorCase } from "./world.js";

export const closeCases = [
  executorCase("close.refuses", "After close no tool is started, and the answer says so.", async (world) => {
    await world.returned("echo");
    await world.executor.close?.();
    const place = await world.subject.place();
    const result = await world.run("mark", { place, text: "a" });
    world.ok("executed" in result && result.executed === "no", `it answers that nothing ran; it ${result.kind}`);
    world.equal(await world.subject.marks(place), [], "what it did");
  }),

  executorCase("close.twice", "Close may be called again, also while it is closing.", async (world) => {
    await world.returned("echo");
    await Promise.all([world.executor.close?.(), world.executor.close?.()]);
    world.ok((await world.run("echo")).kind !== "returned", "it is closed");
    await world.executor.close?.();
    world.ok((await world.run("echo")).kind !== "returned", "it stays closed");
  }),

  executorCase(
    "close.running",
    "Close ends what runs, and answers for it.",
    async (world) => {
      const place = await world.subject.place();
      const running = world.run("drift", { place });
      await world.marked(place, running);
      await world.executor.close?.();
      world.ok(await world.isQuiet(place), "nothing is marked any more");
      world.ok((await running).kind !== "returned", "the call that ran has not returned");
    },
    ["killable"],
  ),
];
