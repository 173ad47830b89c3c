import type { NewEntry } from "../entry.js";
import { entry, journalCase, numbered, opening, settling, type World } from "./world.js";

const sequences = async (world: World, branchId: string) => (await world.stored(branchId)).map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const unreadable = Object.defineProperty({ ...entry("e2") }, "opens", {
  get() {
    throw new Error("this property cannot be read");
  },
});
const malformedEntries: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["a property that throws", unreadable],
  ["an id that is a number", { ...entry("e2"), id: 2 }],
  ["an entry without a kind", { ...entry("e2"), kind: undefined }],
  ["a time that is no number", { ...entry("e2"), at: Number.NaN }],
  ["a matter that is null", { ...entry("e2"), opens: null }],
  ["a settled matter that is a number", { ...entry("e2"), settles: 1 }],
  ["an entry without a body", { ...entry("e2"), body: undefined }],
];

export const appendCases = [
  journalCase("capabilities.declared", "The journal says of itself what its subject declares.", async (world) => {
    const { durable, shared } = world.journal.capabilities;
    world.equal({ durable, shared }, world.declared, "capabilities");
  }),

  journalCase("append.answer", "An append answers with its entries as stored: in order, of the branch, numbered from 1.", async (world) => {
    const given = [entry("e1", { kind: "first", at: 1_700_000_000_000, body: { n: 1 } }), opening("e2", "m"), settling("e3", "m")];
    const expected = given.map((one, index) => ({ ...one, branchId: "b", sequence: index + 1 }));
    world.equal(await world.append(given), expected, "the entries of the answer");
  }),

  journalCase("append.empty", "An empty append is answered, stores nothing, and takes no sequence number.", async (world) => {
    world.equal(await world.append([]), [], "the entries of the answer");
    world.equal((await world.append([entry("e1")]))[0]?.sequence, 1, "the sequence of the first entry");
    world.equal(await world.ids(), ["e1"], "what is stored");
  }),

  journalCase("append.atomic", "When one entry is refused, none of its append is stored, and none opens a matter.", async (world) => {
    await world.append([entry("e1")]);
    world.equal(await world.answer([entry("e2"), opening("e3", "m"), settling("e4", "nothing")]), "unknown_matter", "the answer");
    world.equal(await world.ids(), ["e1"], "what is stored");
    world.equal(await world.unsettledIds("b"), [], "what is unsettled");
    world.equal((await world.append([opening("e3", "m")]))[0]?.sequence, 2, "the sequence of the next entry");
  }),

  journalCase("append.atomic-settlement", "An append that answers `settled_already` stores none of its entries.", async (world) => {
    await world.append([opening("e1", "m"), opening("e2", "other"), settling("e3", "m")]);
    world.equal(await world.answer([entry("e4"), settling("e5", "other"), settling("e6", "m")]), "settled_already", "the answer");
    world.equal(await world.ids(), ["e1", "e2", "e3"], "what is stored");
    world.equal(await world.unsettledIds("b"), ["e2"], "what is unsettled");
  }),

  journalCase("append.invalid", "An entry without an id is refused as `invalid_entry`, and its append stores nothing.", async (world) => {
    world.equal(await world.answer([entry("e1"), entry("")]), "invalid_entry", "the answer");
    world.equal(await world.ids(), [], "what is stored");
  }),

  journalCase(
    "append.malformed",
    "An entry that cannot be read, or is none, is refused as `invalid_entry`, and its append stores nothing.",
    async (world) => {
      for (const [what, malformed] of malformedEntries) {
        world.equal(await world.answer([entry("e1"), malformed as NewEntry]), "invalid_entry", `the answer to ${what}`);
      }
      world.equal(await world.ids(), [], "what is stored");
    },
  ),

  journalCase("append.read-once", "What was checked is what is stored: each property of an entry is read once.", async (world) => {
    await world.append([opening("e1", "settled"), settling("e2", "settled"), opening("e3", "open")]);
    const matters = ["open", "settled"];
    const changing = Object.defineProperty({ ...entry("e4") }, "settles", { get: () => matters.shift(), enumerable: true });
    world.equal((await world.append([changing]))[0]?.settles, "open", "what the entry settles");
    world.equal(
      (await world.stored()).filter(({ settles }) => settles === "settled").map(({ id }) => id),
      ["e2"],
      "who settled the other matter",
    );
  }),

  journalCase("append.sequence", "Sequences have no gap per branch, however appends to several branches alternate.", async (world) => {
    for (let turn = 1; turn <= 6; turn++) {
      for (const branchId of ["x", "y", "z"]) await world.append(numbered(turn % 4, `${branchId}${turn}.`), branchId);
    }
    for (const branchId of ["x", "y", "z"]) world.equal(await sequences(world, branchId), upTo(9), `the sequences of ${branchId}`);
  }),

  journalCase(
    "append.concurrent",
    "Appends that nobody waits for lose nothing, leave no gap, and keep the entries of one append together.",
    async (world) => {
      const appends = Array.from({ length: 120 }, (_, index) => ({
        branchId: `b${index % 3}`,
        entries: numbered(1 + (index % 4), `a${index}.`),
      }));
      const results = await Promise.all(appends.map(({ branchId, entries }) => world.append(entries, branchId)));
      for (const branchId of ["b0", "b1", "b2"]) world.equal(await sequences(world, branchId), upTo(100), `the sequences of ${branchId}`);
      for (const entries of results) {
        const first = entries[0]?.sequence ?? 0;
        world.equal(
          entries.map(({ sequence }) => sequence),
          entries.map((_, index) => first + index),
          "the sequences of one append",
        );
      }
    },
  ),

  journalCase("append.order", "The order of a branch is the order of the calls, also of those not yet answered.", async (world) => {
    const entries = numbered(60);
    await Promise.all(entries.map((one) => world.append([one])));
    world.equal(
      await world.ids(),
      entries.map(({ id }) => id),
      "the order",
    );
  }),

  journalCase("append.order-settlement", "An append may build on one that is not yet answered.", async (world) => {
    const [opened, settled] = await Promise.all([world.result([opening("e1", "m")]), world.result([settling("e2", "m")])]);
    world.equal([opened.kind, settled.kind], ["appended", "appended"], "the answers");
  }),

  journalCase("append.neighbours", "A refused append does not take along those that were called beside it.", async (world) => {
    const answers = await Promise.all([
      world.answer([entry("e1")]),
      world.answer([settling("e2", "nothing")]),
      world.answer([entry("e3")]),
      world.answer([entry("")]),
      world.answer([entry("e5")]),
    ]);
    world.equal(answers, ["appended", "unknown_matter", "appended", "invalid_entry", "appended"], "the answers");
    world.equal(await world.ids(), ["e1", "e3", "e5"], "what is stored");
  }),
];
