import { entry, journalCase, opening, settling } from "./world.js";

export const matterCases = [
  journalCase("settle.once", "A second settlement answers `settled_already` with the first, and stores nothing.", async (world) => {
    await world.append([opening("e1", "m")]);
    const [winner] = await world.append([entry("e2", { kind: "settled", settles: "m", body: "first" })]);
    const second = await world.result([entry("e3", { kind: "settled", settles: "m", body: "second" })]);
    world.equal(second, { kind: "settled_already", by: winner }, "the answer");
    world.equal(await world.ids(), ["e1", "e2"], "what is stored");
  }),

  journalCase("settle.equal-body", "Another writer's settlement is refused even if it says the same.", async (world) => {
    await world.append([opening("e1", "m")]);
    const same = { kind: "settled", settles: "m", at: 5, body: { done: true } };
    const [winner] = await world.append([entry("e2", same)]);
    world.equal(await world.result([entry("e3", same)]), { kind: "settled_already", by: winner }, "the answer");
  }),

  journalCase("settle.concurrent", "Of several settlements that nobody waits for, one wins; the others are told which.", async (world) => {
    await world.append([opening("e1", "m")]);
    const writers = ["p", "q", "r", "s"];
    const results = await Promise.all(writers.map((writer) => world.result([settling(writer, "m")])));
    const winners = results.flatMap((result) => (result.kind === "appended" ? result.entries : []));
    world.equal(winners.length, 1, "how many won");
    for (const result of results) {
      if (result.kind !== "appended") world.equal(result, { kind: "settled_already", by: winners[0] }, "the answer to a loser");
    }
    world.equal(await world.ids(), ["e1", winners[0]?.id], "what is stored");
  }),

  journalCase("settle.unknown", "Settling what nothing opened is refused as `unknown_matter`.", async (world) => {
    world.equal(await world.answer([settling("e1", "m")]), "unknown_matter", "the answer");
    world.equal(await world.ids(), [], "what is stored");
  }),

  journalCase("settle.branch", "A matter belongs to its branch.", async (world) => {
    await world.append([opening("e1", "m")], "x");
    world.equal(await world.answer([settling("e2", "m")], "y"), "unknown_matter", "the answer in another branch");
    world.equal(await world.answer([opening("e2", "m")], "y"), "appended", "the answer to an opening of the same name there");
    world.equal(await world.answer([settling("e3", "m")], "y"), "appended", "the answer to its settlement");
    world.equal(await world.unsettledIds("x"), ["e1"], "what is unsettled in the first branch");
  }),

  journalCase("settle.same-append", "One append may open a matter and then settle it; not the other way round.", async (world) => {
    world.equal(await world.answer([settling("e1", "m"), opening("e2", "m")]), "unknown_matter", "the answer to the wrong order");
    world.equal(await world.answer([opening("e2", "m"), settling("e1", "m")]), "appended", "the answer to the right order");
    world.equal(await world.unsettledIds(), [], "what is unsettled");
    world.equal(await world.answer([settling("e3", "m")]), "settled_already", "the answer to a second settlement");
  }),

  journalCase("settle.twice-in-append", "One append that settles a matter twice is refused as `invalid_entry`.", async (world) => {
    await world.append([opening("e1", "m")]);
    world.equal(await world.answer([settling("e2", "m"), settling("e3", "m")]), "invalid_entry", "the answer");
    world.equal(await world.unsettledIds(), ["e1"], "what is unsettled");
  }),

  journalCase("settle.and-open", "One entry may settle a matter and open another.", async (world) => {
    await world.append([opening("e1", "m")]);
    await world.append([entry("e2", { settles: "m", opens: "n" })]);
    world.equal(await world.unsettledIds(), ["e2"], "what is unsettled");
    world.equal(await world.answer([settling("e3", "n")]), "appended", "the answer to the settlement of the second");
  }),

  journalCase("open.taken", "A matter is opened once: a second opening is refused as `matter_taken`.", async (world) => {
    await world.append([opening("e1", "m")]);
    world.equal(await world.answer([opening("e2", "m")]), "matter_taken", "the answer");
    world.equal(await world.ids(), ["e1"], "what is stored");
  }),

  journalCase("open.settled", "A settled matter is not opened again.", async (world) => {
    await world.append([opening("e1", "m"), settling("e2", "m")]);
    world.equal(await world.answer([opening("e3", "m")]), "matter_taken", "the answer");
    world.equal(await world.unsettledIds(), [], "what is unsettled");
  }),

  journalCase("open.same-append", "One append that opens a matter twice is refused as `matter_taken`.", async (world) => {
    world.equal(await world.answer([opening("e1", "m"), opening("e2", "m")]), "matter_taken", "the answer");
    world.equal(await world.ids(), [], "what is stored");
  }),

  journalCase("open.concurrent", "Of several openings of one matter that nobody waits for, one wins.", async (world) => {
    const answers = await Promise.all(["p", "q", "r"].map((writer) => world.answer([opening(writer, "m")])));
    world.equal([...answers].sort(), ["appended", "matter_taken", "matter_taken"], "the answers");
    world.equal((await world.unsettledIds()).length, 1, "how many are unsettled");
  }),
];
