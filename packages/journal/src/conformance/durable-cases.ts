import { answerOf, entry, journalCase, longLeaseMs, numbered, opening, settling, type World } from "./world.js";

/** Closes the journal and opens what a fresh process would see. */
async function restart(world: World) {
  await world.journal.close();
  return world.reopen();
}

export const durableCases = [
  journalCase(
    "durable.entries",
    "What was answered is there after a restart, and the sequence goes on.",
    async (world) => {
      const answered = await world.append([entry("e1", { body: { deep: [1, null, "é"] } }), opening("e2", "m"), settling("e3", "m")]);
      const journal = await restart(world);
      world.equal(await world.stored("b", journal), answered, "the entries");
      world.equal((await world.append([entry("e4")], "b", journal))[0]?.sequence, 4, "the sequence of the next entry");
    },
    ["durable"],
  ),

  journalCase(
    "durable.ids",
    "A known id is known after a restart.",
    async (world) => {
      const answered = await world.append([entry("e1", { body: "first" })]);
      const journal = await restart(world);
      world.equal(await world.append([entry("e1", { body: "second" })], "b", journal), answered, "the answer");
    },
    ["durable"],
  ),

  journalCase(
    "durable.matters",
    "Open matters stay open and settled ones settled.",
    async (world) => {
      await world.append([opening("e1", "open"), opening("e2", "done")]);
      const [winner] = await world.append([settling("e3", "done")]);
      const journal = await restart(world);
      world.equal(await world.unsettledIds(undefined, journal), ["e1"], "what is unsettled");
      world.equal(
        await world.result([settling("e4", "done")], "b", journal),
        { kind: "settled_already", by: winner },
        "a second settlement",
      );
      world.equal(
        await answerOf(async () => (await world.result([opening("e4", "done")], "b", journal)).kind),
        "matter_taken",
        "an opening",
      );
    },
    ["durable"],
  ),

  journalCase(
    "durable.fence",
    "Fences go on rising: a writer of the time before is refused.",
    async (world) => {
      const old = await world.lease("p");
      await old.release();
      const journal = await restart(world);
      const { fence } = await world.lease("p", "b", longLeaseMs, journal);
      world.ok(fence > old.fence, `the fence rises: ${old.fence}, then ${fence}`);
      world.equal(await journal.append("b", [entry("e1")], { fence: old.fence }), { kind: "fenced", fence }, "the answer to the old fence");
    },
    ["durable"],
  ),

  journalCase(
    "durable.pending",
    "What was pending when the journal closed is there after a restart.",
    async (world) => {
      const pending = Promise.allSettled(numbered(30).map((one) => world.append([one])));
      const journal = await restart(world);
      const answers = await pending;
      world.equal(
        answers.filter(({ status }) => status === "rejected"),
        [],
        "the appends that were not answered",
      );
      world.equal(
        await world.ids("b", journal),
        numbered(30).map(({ id }) => id),
        "the entries",
      );
    },
    ["durable"],
  ),
];
