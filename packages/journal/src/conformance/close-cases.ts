import { entry, journalCase, numbered } from "./world.js";

const sequences = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Lets promises that are settled already reach those who wait for them, and nothing else happen. */
async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await undefined;
}

export const closeCases = [
  journalCase("close.pending", "Closing waits for pending appends: they are stored and answered.", async (world) => {
    let answers = 0;
    const pending = Promise.allSettled(
      numbered(40).map(async (one) => {
        const [stored] = await world.append([one]);
        answers++;
        return stored?.sequence;
      }),
    );
    await world.journal.close();
    await microtasks();
    world.equal(answers, 40, "how many are answered when close is");
    const stored = (await pending).map((answer) => (answer.status === "fulfilled" ? answer.value : answer.reason));
    world.equal(stored, sequences(40), "the sequences of the answers");
  }),

  journalCase("close.refuses", "After close, an append is refused as `closed`.", async (world) => {
    await world.append([entry("e1")]);
    await world.journal.close();
    world.equal(await world.answer([entry("e2")]), "closed", "the answer");
    world.equal(await world.answer([]), "closed", "the answer to an empty append");
  }),

  journalCase("close.closing", "From the call of close on, an append is refused as `closed`.", async (world) => {
    const pending = world.append([entry("e1")]);
    const closing = world.journal.close();
    const late = world.answer([entry("e2")]);
    const [, , answer] = await Promise.all([pending, closing, late]);
    world.equal(answer, "closed", "the answer to an append during close");
  }),

  journalCase("close.twice", "Close may be called again, also while it is closing.", async (world) => {
    await world.append([entry("e1")]);
    await Promise.all([world.journal.close(), world.journal.close()]);
    await world.journal.close();
    world.equal(await world.answer([entry("e2")]), "closed", "the answer afterwards");
  }),
];
