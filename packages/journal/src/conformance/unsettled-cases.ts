import { answerOf, boundsText, entry, idsOf, journalCase, opening, senselessBounds, settling, type World } from "./world.js";

/** Three branches whose matters were opened in turn. */
async function openInTurn(world: World): Promise<void> {
  for (let turn = 1; turn <= 4; turn++) {
    for (const branchId of ["z", "a", "m"]) {
      const kind = turn % 2 === 0 ? "even" : "odd";
      await world.append([entry(`note${turn}`), entry(`${branchId}${turn}`, { kind, opens: `matter${turn}` })], branchId);
    }
  }
}

const inTurn = [1, 2, 3, 4].flatMap((turn) => ["z", "a", "m"].map((branchId) => `${branchId}${turn}`));

export const unsettledCases = [
  journalCase("unsettled.order", "The openings of all branches, oldest first, as they were stored.", async (world) => {
    await openInTurn(world);
    const found = await world.pages((after) => world.journal.unsettled({ after }));
    world.equal(idsOf(found), inTurn, "the order");
    const stored = await world.stored("a");
    world.equal(
      found.find(({ id }) => id === "a2"),
      stored.find(({ id }) => id === "a2"),
      "one of the entries",
    );
  }),

  journalCase("unsettled.branch", "`branchId` selects one branch.", async (world) => {
    await openInTurn(world);
    world.equal(await world.unsettledIds("a"), ["a1", "a2", "a3", "a4"], "the openings of one branch");
    world.equal(await world.unsettledIds("other"), [], "the openings of a branch that nobody wrote to");
  }),

  journalCase("unsettled.kind", "`kind` selects by the opening entry.", async (world) => {
    await openInTurn(world);
    const even = await world.pages((after) => world.journal.unsettled({ after, kind: "even" }));
    world.equal(
      idsOf(even),
      inTurn.filter((id) => /[24]$/.test(id)),
      "the openings of one kind",
    );
    const both = await world.pages((after) => world.journal.unsettled({ after, kind: "odd", branchId: "m", limit: 1 }));
    world.equal(idsOf(both), ["m1", "m3"], "the openings of one kind and branch");
  }),

  journalCase("unsettled.settled", "A settled matter is gone from it; the others stay.", async (world) => {
    await openInTurn(world);
    await world.append([settling("done", "matter2")], "a");
    world.equal(
      await world.unsettledIds(),
      inTurn.filter((id) => id !== "a2"),
      "what is unsettled",
    );
  }),

  journalCase(
    "unsettled.pages",
    "Pages hold at most `limit`; settling and opening between pages skips and repeats nothing.",
    async (world) => {
      await openInTurn(world);
      const first = await world.journal.unsettled({ limit: 5 });
      world.equal(idsOf(first.entries), inTurn.slice(0, 5), "the first page");
      await world.append([settling("done1", "matter1")], "z");
      await world.append([settling("done4", "matter4"), opening("m5", "matter5")], "m");
      const rest = await world.pages((after) => world.journal.unsettled({ limit: 5, after: after ?? first.next ?? 0 }));
      world.equal(idsOf(rest), [...inTurn.slice(5).filter((id) => id !== "m4"), "m5"], "the other pages");
    },
  ),

  journalCase("unsettled.bounds", "An `after` or a `limit` that no page could come of is refused as `invalid_options`.", async (world) => {
    await world.append([opening("e1", "one"), opening("e2", "two")]);
    for (const bounds of senselessBounds) {
      const answer = await answerOf(async () => (await world.journal.unsettled(bounds)) && "appended");
      world.equal(answer, "invalid_options", `the answer to ${boundsText(bounds)}`);
    }
    const { entries } = await world.journal.unsettled({ limit: Number.POSITIVE_INFINITY });
    world.equal(idsOf(entries), ["e1", "e2"], "without a limit");
  }),

  journalCase("unsettled.new-after-last", "What is opened after the last opening was settled is behind every cursor.", async (world) => {
    await world.append([opening("e1", "one"), opening("e2", "two"), opening("e3", "three")]);
    const first = await world.journal.unsettled({ limit: 2 });
    await world.append([settling("s1", "one"), settling("s2", "two"), settling("s3", "three")]);
    await world.append([opening("e4", "four")]);
    const rest = await world.pages((after) => world.journal.unsettled({ limit: 2, after: after ?? first.next ?? 0 }));
    world.equal(idsOf(rest), ["e4"], "the next page");
  }),
];
