import { entry, journalCase, opening, settling } from "./world.js";

/** Names that a careless store takes for one another. */
const lookalikes = [
  "a",
  "A",
  "a ",
  " a",
  "ä",
  "a\u0308",
  "ａ",
  "%",
  "_",
  "a'--",
  '"a"',
  "1",
  "01",
  "1.0",
  "null",
  "__proto__",
  "constructor",
  "🦩",
  "x".repeat(500),
];

export const identityCases = [
  journalCase("id.again", "A known id is not stored again; the answer is the entry as first stored.", async (world) => {
    const [first] = await world.append([entry("e1", { body: "first" })]);
    await world.append([entry("e2")]);
    world.equal(await world.append([entry("e1", { kind: "changed", at: 2, body: "second" })]), [first], "the answer");
    world.equal((await world.append([entry("e3")]))[0]?.sequence, 3, "the sequence of the next entry");
    world.equal(await world.ids(), ["e1", "e2", "e3"], "what is stored");
  }),

  journalCase("id.same-append", "An id that is twice in one append is stored once, and answered twice.", async (world) => {
    const answered = await world.append([entry("e1", { body: 1 }), entry("e2"), entry("e1", { body: 2 })]);
    world.equal(
      answered.map(({ id, sequence }) => [id, sequence]),
      [
        ["e1", 1],
        ["e2", 2],
        ["e1", 1],
      ],
      "the answer",
    );
    world.equal(
      (await world.stored()).map(({ id, body }) => [id, body]),
      [
        ["e1", 1],
        ["e2", { of: "e2" }],
      ],
      "what is stored",
    );
  }),

  journalCase("id.same-append-matter", "An entry that is twice in one append opens or settles once.", async (world) => {
    const opened = opening("e1", "m");
    const settled = settling("e2", "m");
    world.equal(await world.answer([opened, opened, settled, settled]), "appended", "the answer");
    world.equal(await world.ids(), ["e1", "e2"], "what is stored");
  }),

  journalCase("id.mixed", "Known and new ids may stand in one append: the new ones are stored.", async (world) => {
    await world.append([entry("e1"), entry("e2")]);
    const answered = await world.append([entry("e2"), entry("e3"), entry("e1"), entry("e4")]);
    world.equal(
      answered.map(({ id, sequence }) => [id, sequence]),
      [
        ["e2", 2],
        ["e3", 3],
        ["e1", 1],
        ["e4", 4],
      ],
      "the answer",
    );
    world.equal(await world.ids(), ["e1", "e2", "e3", "e4"], "what is stored");
  }),

  journalCase("id.concurrent", "An id in two appends that nobody waits for is stored once.", async (world) => {
    const [one, two] = await Promise.all([world.append([entry("e1", { body: 1 })]), world.append([entry("e1", { body: 2 })])]);
    world.equal(two, one, "the second answer");
    world.equal(await world.ids(), ["e1"], "what is stored");
  }),

  journalCase("id.branch", "An id is unique per branch: two branches may use the same.", async (world) => {
    await world.append([entry("e1", { body: "x" })], "x");
    const [other] = await world.append([entry("e1", { body: "y" })], "y");
    world.equal([other?.branchId, other?.sequence, other?.body], ["y", 1, "y"], "the entry of the second branch");
  }),

  journalCase("id.settlement-again", "Repeating the settlement that won is a no-op, not `settled_already`.", async (world) => {
    await world.append([opening("e1", "m")]);
    const won = await world.append([settling("e2", "m")]);
    world.equal(await world.append([settling("e2", "m")]), won, "the answer");
    world.equal(await world.ids(), ["e1", "e2"], "what is stored");
  }),

  journalCase(
    "id.opening-again",
    "Repeating an opening is a no-op, not `matter_taken`, whether or not the matter is settled.",
    async (world) => {
      const opened = await world.append([opening("e1", "m")]);
      world.equal(await world.append([opening("e1", "m")]), opened, "the answer while the matter is open");
      await world.append([settling("e2", "m")]);
      world.equal(await world.append([opening("e1", "m")]), opened, "the answer after it is settled");
      world.equal(await world.unsettledIds(), [], "what is unsettled");
    },
  ),

  journalCase("names.entry", "Ids and kinds are compared exactly: case, accents, spaces and digits count.", async (world) => {
    await world.append(lookalikes.map((name) => entry(name, { kind: name })));
    world.equal(
      (await world.stored()).map(({ id, kind }) => [id, kind]),
      lookalikes.map((name) => [name, name]),
      "what is stored",
    );
    for (const name of lookalikes) {
      const { entries } = await world.journal.read("b", { kinds: [name] });
      world.equal(
        entries.map(({ id }) => id),
        [name],
        `the entries of kind ${name.slice(0, 20)}`,
      );
    }
  }),

  journalCase("names.branch", "Branches are told apart exactly.", async (world) => {
    for (const name of lookalikes) await world.append([entry("e1", { body: name })], name);
    for (const name of lookalikes) {
      const found = (await world.stored(name)).map(({ branchId, sequence, body }) => ({ branchId, sequence, body }));
      world.equal(found, [{ branchId: name, sequence: 1, body: name }], `the branch ${name.slice(0, 20)}`);
    }
  }),

  journalCase("names.matter", "Matters are told apart exactly.", async (world) => {
    await world.append(lookalikes.map((name) => opening(`open ${name}`, name)));
    await world.append([settling("e1", "a")]);
    world.equal(
      await world.unsettledIds(),
      lookalikes.filter((name) => name !== "a").map((name) => `open ${name}`),
      "what is unsettled",
    );
  }),

  journalCase(
    "names.ill-formed",
    "A name with a NUL or half a surrogate pair is kept exactly or refused as `invalid_entry`; never changed.",
    async (world) => {
      for (const name of ["\ud800", "\udc00", "n\u0000a", "n\u0000b", "n"]) {
        const answer = await world.answer([entry(name)]);
        world.ok(answer === "appended" || answer === "invalid_entry", `the answer is ${answer}`);
        world.equal((await world.ids()).filter((id) => id === name).length, answer === "appended" ? 1 : 0, "how often the name is stored");
      }
      world.equal(new Set(await world.ids()).has("n"), true, "that a well-formed name beside them is stored");
    },
  ),
];
