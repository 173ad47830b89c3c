import { answerOf, boundsText, entry, idsOf, journalCase, numbered, opening, senselessBounds, settling } from "./world.js";

export const readCases = [
  journalCase("read.entries", "What is read is what was answered; what was not given is absent.", async (world) => {
    const answered = await world.append([entry("e1", { at: 3, body: [1, { two: null }] }), opening("e2", "m"), settling("e3", "m")]);
    const { entries, next } = await world.journal.read("b");
    world.equal(entries, answered, "the entries");
    world.equal(next, null, "next");
    world.equal([entries[0]?.opens, entries[0]?.settles, entries[1]?.settles], [undefined, undefined, undefined], "what was not given");
  }),

  journalCase("read.unknown", "A branch that nobody wrote to is empty.", async (world) => {
    await world.append([entry("e1")]);
    world.equal(await world.journal.read("other"), { entries: [], next: null }, "the page");
  }),

  journalCase(
    "read.pages",
    "Pages hold at most `limit`, follow one another without loss or repetition, and end with null.",
    async (world) => {
      await world.append(numbered(25));
      const first = await world.journal.read("b", { limit: 10 });
      world.equal(idsOf(first.entries), idsOf(await world.stored()).slice(0, 10), "the first page");
      world.ok(first.next !== null, "the first page has a next");
      const sizes: number[] = [];
      const all = await world.pages(async (after) => {
        const page = await world.journal.read("b", { limit: 10, after });
        sizes.push(page.entries.length);
        return page;
      });
      world.equal(
        idsOf(all),
        numbered(25).map(({ id }) => id),
        "all pages",
      );
      world.ok(
        sizes.every((size) => size <= 10),
        "no page is longer than its limit",
      );
      world.equal((await world.journal.read("b", { limit: 25 })).next, null, "next of a page that holds all");
    },
  ),

  journalCase("read.after", "`after` is a sequence: the page begins behind it.", async (world) => {
    await world.append(numbered(5));
    world.equal(idsOf((await world.journal.read("b", { after: 3 })).entries), ["e4", "e5"], "the entries after 3");
    for (const after of [5, 6, 1_000_000])
      world.equal(await world.journal.read("b", { after }), { entries: [], next: null }, `after ${after}`);
  }),

  journalCase("read.bounds", "An `after` or a `limit` that no page could come of is refused as `invalid_options`.", async (world) => {
    await world.append(numbered(3));
    for (const bounds of senselessBounds) {
      const answer = await answerOf(async () => (await world.journal.read("b", bounds)) && "appended");
      world.equal(answer, "invalid_options", `the answer to ${boundsText(bounds)}`);
    }
    world.equal(idsOf((await world.journal.read("b", { limit: Number.POSITIVE_INFINITY })).entries), ["e1", "e2", "e3"], "without a limit");
  }),

  journalCase("read.default-limit", "A page holds 1,000 entries unless it is told otherwise.", async (world) => {
    await world.append(numbered(1_001));
    const first = await world.journal.read("b");
    world.equal([first.entries.length, first.next], [1_000, 1_000], "the first page");
    world.equal(idsOf((await world.journal.read("b", { after: first.next ?? 0 })).entries), ["e1001"], "the second page");
  }),

  journalCase("read.kinds", "`kinds` selects; pages of a selection lose and repeat nothing.", async (world) => {
    const kinds = ["p", "q", "r"];
    await world.append(numbered(90).map((one, index) => ({ ...one, kind: kinds[index % 3] ?? "" })));
    const expected = (await world.stored()).filter(({ kind }) => kind !== "q");
    const found = await world.pages((after) => world.journal.read("b", { after, limit: 7, kinds: ["r", "p"] }));
    world.equal(idsOf(found), idsOf(expected), "the entries of two kinds");
    world.equal(idsOf(await world.pages((after) => world.journal.read("b", { after, kinds: ["none"] }))), [], "an unknown kind");
    world.equal(idsOf(await world.pages((after) => world.journal.read("b", { after, kinds: [] }))), [], "no kind");
  }),

  journalCase("read.growing", "Entries appended between two pages are on later pages.", async (world) => {
    await world.append(numbered(4));
    const first = await world.journal.read("b", { limit: 2 });
    await world.append(numbered(3, "late"));
    const rest = await world.pages((after) => world.journal.read("b", { limit: 2, after: after ?? first.next ?? 0 }));
    world.equal(idsOf([...first.entries, ...rest]), ["e1", "e2", "e3", "e4", "late1", "late2", "late3"], "all pages");
  }),
];
