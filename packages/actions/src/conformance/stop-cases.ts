import { executorCase } from "./world.js";

export const stopCases = [
  executorCase("stop.obeys", "A tool that ends when its signal is aborted ends its call, which has not returned.", async (world) => {
    const { result } = await world.stopped("obey");
    world.ok(result.kind === "stopped" || result.kind === "threw", `it was stopped, or threw; it ${result.kind}`);
    await world.goesOn();
  }),

  executorCase(
    "stop.before",
    "A call that is aborted before its turn never starts, and says so.",
    async (world) => {
      const place = await world.subject.place();
      const result = await world.run("mark", { place, text: "a" }, { signal: AbortSignal.abort() });
      world.equal(result, { kind: "stopped", confirmed: true, executed: "no" }, "how it ends");
      world.equal(await world.subject.marks(place), [], "what it did");
    },
    ["killable"],
  ),

  executorCase(
    "stop.deaf",
    "A tool that ignores its signal is ended: nothing happens after an answer that is confirmed.",
    async (world) => {
      const { result, place } = await world.stopped("drift");
      world.ok(await world.isQuiet(place), "nothing is marked any more");
      world.equal(result, { kind: "stopped", confirmed: true, executed: "unknown" }, "how it ends");
    },
    ["killable"],
  ),

  executorCase(
    "stop.endless",
    "So is a tool that never gives its loop back, and the next call is answered.",
    async (world) => {
      const { result, place } = await world.stopped("spin");
      world.ok(await world.isQuiet(place), "nothing is marked any more");
      world.equal(result, { kind: "stopped", confirmed: true, executed: "unknown" }, "how it ends");
      await world.goesOn();
    },
    ["killable"],
  ),

  executorCase(
    "stop.siblings",
    "Ending one call ends no other.",
    async (world) => {
      const [output] = await Promise.all([world.returned("work", { forMs: 400 }), world.stopped("drift")]);
      world.equal(output, "done", "the output of the sibling");
    },
    ["killable"],
  ),
];
