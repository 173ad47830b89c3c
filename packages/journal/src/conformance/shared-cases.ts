import { entry, journalCase, longLeaseMs, numbered, opening, settling } from "./world.js";

export const sharedCases = [
  journalCase(
    "shared.visible",
    "What one handle was answered, the other sees at once.",
    async (world) => {
      const other = await world.reopen();
      const one = await world.append([opening("e1", "m")]);
      world.equal(await world.stored("b", other), one, "the entries");
      await world.append([settling("e2", "m")], "b", other);
      world.equal(await world.unsettledIds(), [], "what is unsettled");
      world.equal(await world.ids(), ["e1", "e2"], "the entries of the first handle");
    },
    ["shared"],
  ),

  journalCase(
    "shared.interleaved",
    "Two handles that write one branch at once leave no gap, lose nothing, and never split an append.",
    async (world) => {
      const handles = [world.journal, await world.reopen()];
      const appends = Array.from({ length: 60 }, (_, index) => numbered(1 + (index % 3), `a${index}.`));
      const results = await Promise.all(appends.map((entries, index) => world.append(entries, "b", handles[index % 2])));
      const stored = await world.stored();
      world.equal(
        stored.map(({ sequence }) => sequence),
        stored.map((_, index) => index + 1),
        "the sequences",
      );
      world.equal(stored.length, appends.flat().length, "how many are stored");
      for (const entries of results) {
        world.equal((entries.at(-1)?.sequence ?? 0) - (entries[0]?.sequence ?? 0), entries.length - 1, "the distance of first and last");
      }
    },
    ["shared"],
  ),

  journalCase(
    "shared.settle",
    "Of two handles that settle one matter at once, one wins; the other is told which entry.",
    async (world) => {
      const other = await world.reopen();
      for (let turn = 0; turn < 10; turn++) {
        await world.append([opening(`open${turn}`, `m${turn}`)]);
        const results = await Promise.all([
          world.result([settling(`p${turn}`, `m${turn}`)]),
          world.result([settling(`q${turn}`, `m${turn}`)], "b", other),
        ]);
        const winner = results.flatMap((result) => (result.kind === "appended" ? result.entries : []));
        const told = results.flatMap((result) => (result.kind === "settled_already" ? [result.by] : []));
        world.equal(winner.length, 1, "how many won");
        world.equal(told, winner, "the entry that the other is told");
      }
    },
    ["shared"],
  ),

  journalCase(
    "shared.id",
    "One id, appended through two handles at once, is stored once.",
    async (world) => {
      const other = await world.reopen();
      const [one, two] = await Promise.all([
        world.append([entry("e1", { body: 1 })]),
        world.append([entry("e1", { body: 2 })], "b", other),
      ]);
      world.equal(one, two, "the answers");
      world.equal(await world.ids(), ["e1"], "what is stored");
    },
    ["shared"],
  ),

  journalCase(
    "shared.lease",
    "A lease holds, and fences, across handles.",
    async (world) => {
      const other = await world.reopen();
      const old = await world.lease("p");
      world.equal(await other.acquire("b", { owner: "q", ttlMs: longLeaseMs }), null, "the answer to another owner");
      await old.release();
      const { fence } = await world.lease("q", "b", longLeaseMs, other);
      world.equal(
        await world.journal.append("b", [entry("e1")], { fence: old.fence }),
        { kind: "fenced", fence },
        "the answer to the old fence",
      );
    },
    ["shared"],
  ),

  journalCase(
    "shared.close",
    "Closing one handle leaves the other at work.",
    async (world) => {
      const other = await world.reopen();
      await world.append([entry("e1")]);
      await world.journal.close();
      world.equal((await world.append([entry("e2")], "b", other))[0]?.sequence, 2, "the sequence through the other handle");
    },
    ["shared"],
  ),
];
