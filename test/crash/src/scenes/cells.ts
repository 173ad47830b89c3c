import type { Effect } from "@acta/governance";
import { type Cut, cuts, effects, expectedEnds } from "../cuts.js";
import { callRecords } from "../facts/call-record.js";
import type { StoreName } from "../place.js";
import type { Places } from "../places.js";
import { Scene } from "./scene.js";

export interface Cell {
  readonly store: StoreName;
  readonly cut: Cut;
  readonly effect: Effect;
  /** Empty: all is well. */
  readonly wrong: readonly string[];
}

export const lineOf = ({ store, cut, effect, wrong }: Cell) =>
  [`CELL ${store} ${cut} ${effect} ${wrong.length === 0 ? "ok" : "WRONG"}`, ...wrong].join("\n  ");

export function cellsOf(stores: readonly StoreName[]): readonly Omit<Cell, "wrong">[] {
  return stores.flatMap((store) => cuts.flatMap((cut) => effects.map((effect) => ({ store, cut, effect }))));
}

/** A process is held at the cut and killed; a fresh one recovers. */
export async function runCell(places: Places, cell: Omit<Cell, "wrong">): Promise<Cell> {
  try {
    return { ...cell, wrong: await whatIsWrong(places, cell) };
  } catch (error) {
    return { ...cell, wrong: [String(error)] };
  }
}

async function whatIsWrong(places: Places, { store, cut, effect }: Omit<Cell, "wrong">): Promise<readonly string[]> {
  const scene = new Scene(places.make(store), places.file("witness"));
  const branchId = `${cut} ${effect}`;
  const held = scene.hold({ branchId, cut, effect });
  await held.says("held");
  await held.kill();
  if (cut === "during-recovery") {
    const recoverer = scene.recoverer({ rerun: true, isHeld: true });
    await recoverer.says("ready");
    await recoverer.says("held");
    await recoverer.kill();
  }
  const { findings, facts } = await scene.recoverTwice(branchId, { rerun: true });
  const ends = [...callRecords(facts.entries).calls.values()].map((call) => call.ends[0]?.kind ?? "none").join(", ");
  const expected = expectedEnds(cut, effect).join(", ");
  return [
    ...findings.map(({ fault, about }) => `${fault}: ${about}`),
    ...(ends === expected ? [] : [`the calls ended "${ends}" instead of "${expected}"`]),
  ];
}
