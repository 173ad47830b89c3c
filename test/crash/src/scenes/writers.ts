import { Child } from "../child-process.js";
import { callRecords } from "../facts/call-record.js";
import { gather, historyOf } from "../facts/facts.js";
import { judge } from "../facts/judge.js";
import { Witness } from "../facts/witness.js";
import { type StoreName, withJournal } from "../place.js";
import type { Places } from "../places.js";

/** Processes that act on one store at the same time, each on a branch of its own (B23 of `docs/reports.md`). */
export interface Writers {
  readonly store: StoreName;
  readonly calls: number;
  readonly wrong: readonly string[];
}

const branchIds = ["writer 1", "writer 2"];
const callsEach = 200;

export const lineOf = ({ store, calls, wrong }: Writers) =>
  [`WRITERS ${store}: ${branchIds.length} processes, ${calls} calls: ${wrong.length === 0 ? "ok" : "WRONG"}`, ...wrong].join("\n  ");

export async function runWriters(places: Places, store: StoreName): Promise<Writers> {
  const calls = branchIds.length * callsEach;
  try {
    return { store, calls, wrong: await writeAtOnce(places, store) };
  } catch (error) {
    return { store, calls, wrong: [String(error)] };
  }
}

async function writeAtOnce(places: Places, store: StoreName): Promise<readonly string[]> {
  const place = places.make(store);
  const file = places.file("witness");
  const writers = branchIds.map((branchId) => new Child({ do: "write", place, witness: file, branchId, calls: callsEach }));
  await Promise.all(writers.map((writer) => writer.says("ready")));
  for (const writer of writers) writer.tell();
  const wrong: string[] = [];
  for (const writer of writers) {
    const { how } = await writer.says("ended");
    if (how !== "succeeded") wrong.push(how);
    await writer.ends();
  }
  const facts = await withJournal(place, (journal) => gather(journal, branchIds, new Witness(file)));
  const history = await withJournal(place, (journal) => historyOf(journal, branchIds));
  wrong.push(...judge({ recovered: facts, recoveredAgain: facts, history }).map(({ fault, about }) => `${fault}: ${about}`));
  const pairs = history.length / 2;
  const ran = facts.witnessed.filter(({ at }) => at === "begun").length;
  const { size } = callRecords(facts.entries).calls;
  const expected = branchIds.length * callsEach;
  return [pairs, ran, size].every((count) => count === expected) ? wrong : [...wrong, `${size} calls, ${ran} runs, ${pairs} pairs`];
}
